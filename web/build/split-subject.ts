import path from 'node:path';
import type { Plugin } from 'vite';

/**
 * Gives each module that imports `subject.ts` a copy of its own, of which the bundler keeps the parts that the module
 * uses. One copy would be one chunk, so that the first page would load the texts of all pages.
 */
export function splitSubject(): Plugin {
  return {
    name: 'split-subject',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\/subject\.ts$/ },
      async handler(source, importer, options) {
        const subject = await this.resolve(source, importer, { ...options, skipSelf: true });
        if (subject === null || importer === undefined) return subject;
        return `${subject.id}?for=${path.basename(importer)}`;
      },
    },
  };
}
