import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { defineConfig, loadEnv, type Plugin } from 'vite';

const root = import.meta.dirname;
const repository = path.join(root, '..');

/** Hosting answers unknown paths with `404.html`; the app inside it shows its not-found page. */
function notFoundPage(): Plugin {
  return {
    name: 'not-found-page',
    apply: 'build',
    async closeBundle() {
      const dist = path.join(root, 'dist');
      await copyFile(path.join(dist, 'index.html'), path.join(dist, '404.html'));
    },
  };
}

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
  return {
    root,
    envDir: repository,
    plugins: [react(), tailwindcss(), notFoundPage(), preconnect(env['VITE_SEARCH_BACKEND'] ?? '')],
    build: { target: 'es2022', sourcemap: true },
    server: {
      strictPort: true,
      proxy: { '/api': process.env['API_ORIGIN'] ?? 'http://localhost:5050' },
    },
  };
});
