import { dirname } from 'node:path';

/** The folder of the functions' package. */
export const ROOT = dirname(import.meta.dirname);

/**
 * What is installed beside the bundle: firebase-tools and the runtime look for the first two in
 * node_modules, and the third holds a binary. Everything else is bundled.
 */
export const EXTERNAL = ['firebase-admin', 'firebase-functions', 'libsql'];

/**
 * Leaves out of a bundle what is imported on demand and has a bundle of its own.
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

/** @satisfies {import('esbuild').BuildOptions} */
export const BUNDLE = {
  absWorkingDir: ROOT,
  entryPoints: [
    { in: 'src/index.ts', out: 'index' },
    { in: 'src/api/mcp/mcp-library.ts', out: 'mcp-library' },
    { in: 'src/hear/audio/remux-worker.ts', out: 'remux-worker' },
  ],
  outdir: 'lib',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: /** @type {const} */ ('node'),
  target: 'node20',
  format: /** @type {const} */ ('cjs'),
  sourcemap: true,
  // `debug` tries for colours what happens to be installed; there are none in the cloud's log. `pg`
  // looks for other ways to reach a server, which are not installed either.
  external: [...EXTERNAL, 'supports-color', 'pg-native', 'cloudflare:sockets'],
  define: {
    'import.meta.dirname': '__dirname',
    // React’s development build is five times the size.
    'process.env.NODE_ENV': '"production"',
  },
  plugins: [OWN_BUNDLES],
  logLevel: /** @type {const} */ ('warning'),
};
