import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './bundle.js';

const LIST = join(ROOT, '..', 'web/src/content/site-pages.ts');

/**
 * @typedef {{ path: string, bareAlias?: string | undefined, title: string, description: string,
 *   keywords?: readonly string[] | undefined, counted: boolean }} PublicPage
 */

/**
 * Facts about the site's pages that the functions need (`platform/public-pages.ts`).
 * @returns {Promise<PublicPage[]>}
 */
export async function publicPages() {
  const { outputFiles } = await build({
    entryPoints: [LIST],
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'warning',
  });
  const code = Buffer.from(outputFiles[0]?.text ?? '').toString('base64');
  /** @type {unknown} */
  const list = await import(`data:text/javascript;base64,${code}`);
  const { SITE_PAGES } = /** @type {{ SITE_PAGES: readonly (PublicPage & { kind: string })[] }} */ (
    list
  );
  return SITE_PAGES.map(({ path, bareAlias, title, description, keywords, kind }) => ({
    path,
    bareAlias,
    title,
    description,
    keywords,
    // The home page shows how often entities are mentioned.
    counted: kind === 'entity',
  }));
}
