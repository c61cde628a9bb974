import { dirname } from 'node:path';

export const ROOT = dirname(import.meta.dirname);

/**
 * These packages stay outside the bundle: firebase-tools and the runtime need the first two in node_modules, and
 * libsql has a binary.
 */
export const EXTERNAL = ['firebase-admin', 'firebase-functions', 'libsql'];

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
  // Optional dependencies that are not installed: colours for `debug`, and other connections for `pg`.
  external: [...EXTERNAL, 'supports-color', 'pg-native', 'cloudflare:sockets'],
  define: {
    'import.meta.dirname': '__dirname',
    // React's development build is five times as large.
    'process.env.NODE_ENV': '"production"',
  },
  plugins: [OWN_BUNDLES],
  logLevel: /** @type {const} */ ('warning'),
};
