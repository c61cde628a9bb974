// Bundles the functions into one CommonJS file, and the thread that queries the catalogue into another. What stays outside the bundle is what
// functions/package.json lists under `dependencies`: the deployed folder installs exactly that.
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import * as z from 'zod';

const manifest = z
  .object({ dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')));

await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: [
    { in: 'src/index.ts', out: 'index' },
    { in: 'src/search/thread/query-worker.ts', out: 'query-worker' },
  ],
  outdir: 'lib',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  sourcemap: true,
  external: Object.keys(manifest.dependencies),
  define: {
    'import.meta.dirname': '__dirname',
    // React’s development build is five times the size.
    'process.env.NODE_ENV': '"production"',
  },
  logLevel: 'warning',
});
