import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import path from 'node:path';
import { defineConfig, loadEnv, type Plugin } from 'vite';
import { checkSettings } from './build/check-settings.ts';
import { prerenderPages } from './build/prerender-pages.ts';

const root = import.meta.dirname;
const repository = path.join(root, '..');

/** Parts of the pages that list episodes; small files of their own would weigh more. */
const WITH_EPISODES = [
  '/web/src/shared/(episode|health|page|search)/(?!.*\\.test)',
  '/web/src/shared/(is-mobile-agent|ui/entity-card)',
  '/web/src/content/home-groups',
  '/web/src/features/alerts/(sign-in-prompt|alert-intent)\\.',
  '/lucide-react/.*/loader-circle',
];

/** What is not split where it is imported late: what every page begins with, in two files, and a third. */
const CHUNKS = [
  // Changes seldom, so that browsers keep it from one release to the next.
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\//,
    priority: 3,
  },
  // In one file it compresses a tenth better than in a dozen.
  { name: 'frame', tags: ['$initial' as const], priority: 2 },
  // What every page with episodes shares.
  {
    name: 'episodes',
    test: new RegExp(WITH_EPISODES.join('|')),
    priority: 1,
  },
];

/** Opens the connection to a search backend on another host while the page still loads. */
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
  return {
    root,
    envDir: repository,
    resolve: {
      alias: { 'react-style-singleton': path.join(root, 'src/shared/ui/style-singleton.ts') },
    },
    plugins: [
      react(),
      tailwindcss(),
      preconnect(env['VITE_SEARCH_BACKEND'] ?? ''),
      prerenderPages({
        firebaseJson: path.join(repository, 'firebase.json'),
        backend: (process.env['PRERENDER_BACKEND'] ?? '').replace(/\/$/, ''),
      }),
    ],
    build: {
      target: 'es2022',
      sourcemap: true,
      rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
    },
    server: {
      strictPort: true,
      proxy: { '/api': process.env['API_ORIGIN'] ?? 'http://localhost:5050' },
    },
  };
});
