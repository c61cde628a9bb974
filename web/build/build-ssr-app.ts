import path from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type ResolvedConfig } from 'vite';

export type AppForServer = typeof import('../src/prerender/entry.ts');

/** Only signed-in people load these packages, so prerendered pages contain none of their output. */
const NEVER_RENDERED = ['firebase', 'reactfire', 'rxfire', 'rxjs', 'radix-ui'];

/** Builds what the function `pages` runs: `renderer.mjs` and, loaded when somebody asks for a picture, `pictures.mjs`. */
export async function buildSsrApp(config: ResolvedConfig, outDir: string): Promise<AppForServer> {
  await buildProgram(config, outDir, 'build/moment-picture.ts', 'pictures.mjs');
  await buildProgram(config, outDir, 'src/prerender/entry.ts', 'renderer.mjs');
  const app: unknown = await import(pathToFileURL(path.join(outDir, 'renderer.mjs')).href);
  // AppForServer describes the module from which the bundle was built.
  return app as AppForServer;
}

async function buildProgram(
  { root, envDir, mode, resolve }: ResolvedConfig,
  outDir: string,
  entry: string,
  file: string,
): Promise<void> {
  await build({
    root,
    envDir,
    mode,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    resolve: { alias: resolve.alias },
    // React's development build is slower and five times as large.
    define: { 'process.env.NODE_ENV': '"production"' },
    // A bundle without external imports can be loaded from any folder.
    ssr: { noExternal: true, external: NEVER_RENDERED },
    build: {
      ssr: entry,
      outDir,
      copyPublicDir: false,
      emptyOutDir: false,
      rolldownOptions: {
        output: { entryFileNames: file, chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
}
