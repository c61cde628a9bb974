import path from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type ResolvedConfig } from 'vite';

/** What src/prerender/entry.ts exports. */
export type AppForServer = typeof import('../src/prerender/entry.ts');

/** Loaded late by signed-in people only: no prerendered page has any of it. */
const NEVER_RENDERED = ['firebase', 'reactfire', 'rxfire', 'rxjs', 'radix-ui'];

/** Builds the app for Node into a folder, with the settings of the site's own build, and loads it. */
export async function buildSsrApp(
  { root, envDir, mode, resolve }: ResolvedConfig,
  outDir: string,
): Promise<AppForServer> {
  await build({
    root,
    envDir,
    mode,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    resolve: { alias: resolve.alias },
    // React's development build is slower, and five times the size.
    define: { 'process.env.NODE_ENV': '"production"' },
    // One bundle of everything: what is bundled can be loaded from any folder.
    ssr: { noExternal: true, external: NEVER_RENDERED },
    build: {
      ssr: 'src/prerender/entry.ts',
      outDir,
      copyPublicDir: false,
      emptyOutDir: false,
      rolldownOptions: {
        output: { entryFileNames: 'renderer.mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  const app: unknown = await import(pathToFileURL(path.join(outDir, 'renderer.mjs')).href);
  // It was built a moment ago from the very module the type is made of.
  return app as AppForServer;
}
