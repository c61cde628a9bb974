import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import path from 'node:path';
import { defineConfig, loadEnv, type Plugin } from 'vite';
import { checkSettings } from './build/check-settings.ts';
import { checkSubject } from './build/check-subject.ts';
import { leanReactfire } from './build/lean-reactfire.ts';
import { leanRouter } from './build/lean-router.ts';
import { prerenderPages } from './build/prerender-pages.ts';
import { splitScripts } from './build/split-scripts.ts';
import { splitSubject } from './build/split-subject.ts';

const root = import.meta.dirname;
const repository = path.join(root, '..');

/** Only for a backend of another origin. */
function preconnect(backend: string): Plugin {
  return {
    name: 'preconnect-search-backend',
    transformIndexHtml() {
      if (!/^https?:/.test(backend)) return [];
      const href = new URL(backend).origin;
      return [
        {
          tag: 'link',
          attrs: { rel: 'preconnect', href, crossorigin: '' },
          injectTo: 'head-prepend',
        },
      ];
    },
  };
}

export default defineConfig(({ mode }) => {
  const env = loadEnv(mode, repository, 'VITE_');
  checkSettings(env);
  checkSubject();
  return {
    root,
    envDir: repository,
    resolve: {
      alias: [
        {
          find: 'react-style-singleton',
          replacement: path.join(root, 'src/shared/ui/style-singleton.ts'),
        },
        // The specifier that lucide-react's icons import.
        {
          find: '../createLucideIcon.mjs',
          replacement: path.join(root, 'src/shared/ui/create-icon.ts'),
        },
        {
          find: 're2js',
          replacement: path.join(root, 'src/shared/data/firestore/no-re2js.ts'),
        },
      ],
    },
    plugins: [
      react(),
      tailwindcss(),
      leanRouter(),
      leanReactfire(),
      splitSubject(),
      preconnect(env['VITE_SEARCH_BACKEND'] ?? ''),
      prerenderPages({
        firebaseJson: path.join(repository, 'firebase.json'),
        rendererFolder: path.join(repository, 'functions/lib/site'),
      }),
    ],
    build: {
      // A browser without `modulepreload` only loads later what it would have preloaded.
      modulePreload: { polyfill: false },
      target: 'es2022',
      sourcemap: true,
      // One stylesheet, inlined into the page (build/inline-styles.ts). If it were split, each lazy part would
      // request its own and restyle the whole page.
      cssCodeSplit: false,
      rolldownOptions: { output: { codeSplitting: splitScripts(root) } },
    },
    server: {
      strictPort: true,
      proxy: { '/api': process.env['API_ORIGIN'] ?? 'http://localhost:5050' },
    },
  };
});
