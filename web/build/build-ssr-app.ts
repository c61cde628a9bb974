import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type ResolvedConfig } from 'vite';

/** What src/prerender/entry.ts exports. */
export type AppForServer = typeof import('../src/prerender/entry.ts');

/** Loaded late by signed-in people only: no prerendered page has any of it. */
const NEVER_RENDERED = ['firebase', 'reactfire', 'rxfire', 'rxjs', 'radix-ui'];

/**
 * Builds the app for Node, with the settings of the site's own build, and calls `work` with it.
 * Afterwards the built files are deleted.
 */
export async function buildSsrApp(
  { root, envDir, mode }: ResolvedConfig,
  work: (app: AppForServer) => Promise<void>,
): Promise<void> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'earshot-prerender-'));
  try {
    await build({
      root,
      envDir,
      mode,
      configFile: false,
      logLevel: 'warn',
      plugins: [react()],
      // One bundle of everything: what is bundled can be loaded from any folder.
      ssr: { noExternal: true, external: NEVER_RENDERED },
      build: {
        ssr: 'src/prerender/entry.ts',
        outDir,
        copyPublicDir: false,
        emptyOutDir: false,
        rolldownOptions: { output: { entryFileNames: 'app.mjs', chunkFileNames: '[hash].mjs' } },
      },
    });
    const app: unknown = await import(pathToFileURL(path.join(outDir, 'app.mjs')).href);
    // It was built a moment ago from the very module the type is made of.
    await work(app as AppForServer);
  } finally {
    await rm(outDir, { recursive: true });
  }
}
