import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export const ROOT = dirname(import.meta.dirname);

/**
 * These packages stay outside the bundle: firebase-tools and the runtime need the first two in node_modules, and
 * the others have a binary.
 */
export const EXTERNAL = ['firebase-admin', 'firebase-functions', 'libsql', '@resvg/resvg-js'];

/**
 * Excludes lazily imported code that has its own bundle.
 * @type {import('esbuild').Plugin}
 */
const OWN_BUNDLES = {
  name: 'own-bundles',
  setup(bundler) {
    bundler.onResolve({ filter: /\/mcp-library\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './mcp-library.cjs', external: true } : null,
    );
  },
};

const ENTRY = join(ROOT, 'src/index.ts');
/** One function, `export { search } from './search/search-endpoint.ts';`. */
const FUNCTION = /^export \{ (\w+) \} from ('\S+');$/gm;

/**
 * Loads the module of a function when the function is first read. A deployed process reads one, so that a search
 * does not load the libraries of mails; firebase-tools reads all.
 * @type {import('esbuild').Plugin}
 */
const LOADED_WHEN_READ = {
  name: 'loaded-when-read',
  setup(bundler) {
    bundler.onResolve({ filter: /index\.ts$/ }, ({ kind }) =>
      kind === 'entry-point' ? { path: ENTRY, namespace: 'loaded-when-read' } : null,
    );
    bundler.onLoad({ filter: /./, namespace: 'loaded-when-read' }, async () => ({
      contents: loadedWhenRead(await readFile(ENTRY, 'utf8')),
      resolveDir: dirname(ENTRY),
      loader: 'js',
    }));
  },
};

/** @param {string} source Text of src/index.ts. */
function loadedWhenRead(source) {
  const getters = Array.from(
    source.matchAll(FUNCTION),
    ([, name, from]) => `get ${name}() { return require(${from}).${name}; },`,
  );
  return `require('./platform/http/request-domains.ts').replaceDomains();
module.exports = {\n${getters.join('\n')}\n};`;
}

/** @satisfies {import('esbuild').BuildOptions} */
export const BUNDLE = {
  absWorkingDir: ROOT,
  entryPoints: [
    { in: 'src/index.ts', out: 'index' },
    { in: 'src/api/mcp/mcp-library.ts', out: 'mcp-library' },
    { in: 'src/transcription/audio/remux-worker.ts', out: 'remux-worker' },
  ],
  outdir: 'lib',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: /** @type {const} */ ('node'),
  target: 'node20',
  format: /** @type {const} */ ('cjs'),
  sourcemap: true,
  // Optional dependencies that are not installed: colours for `debug`, and other connections for `pg`.
  external: [...EXTERNAL, 'supports-color', 'pg-native', 'cloudflare:sockets'],
  define: {
    'import.meta.dirname': '__dirname',
    // React's development build is five times as large.
    'process.env.NODE_ENV': '"production"',
  },
  plugins: [OWN_BUNDLES, LOADED_WHEN_READ],
  logLevel: /** @type {const} */ ('warning'),
};
