import type { Plugin } from 'vite';

/** Services of Firebase that reactfire imports, although this site has none of them in the browser, and what it takes. */
const UNUSED: Readonly<Record<string, readonly string[]>> = {
  'firebase/database': [
    'get',
    'off',
    'onChildAdded',
    'onChildChanged',
    'onChildMoved',
    'onChildRemoved',
    'onValue',
  ],
  'firebase/functions': ['httpsCallable'],
  'firebase/remote-config': [
    'ensureInitialized',
    'getAll',
    'getBoolean',
    'getNumber',
    'getString',
    'getValue',
  ],
  'firebase/storage': ['getDownloadURL', 'ref'],
};
const PREFIX = '\0unused:';

/** Leaves these services out of a member's scripts (50 kB compressed). The build fails if reactfire takes more of them. */
export function leanReactfire(): Plugin {
  return {
    name: 'lean-reactfire',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer = '') =>
      source in UNUSED && importer.includes('/node_modules/reactfire/') ? PREFIX + source : null,
    load: (id) =>
      UNUSED[id.slice(PREFIX.length)]
        ?.map((name) => `export const ${name} = undefined;`)
        .join('\n'),
  };
}
