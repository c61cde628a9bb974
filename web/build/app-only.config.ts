import { defineConfig, type PluginOption } from 'vite';
import site from '../vite.config.ts';

function isPrerendering(plugin: PluginOption): boolean {
  if (typeof plugin !== 'object' || plugin === null) return false;
  return 'name' in plugin && plugin.name === 'prerender-pages';
}

/** Builds the deployed site without settings and prerendered pages, within seconds, for tests. */
export default defineConfig((env) => {
  const { plugins = [], ...config } = site(env);
  return {
    ...config,
    envDir: false,
    plugins: plugins.filter((plugin) => !isPrerendering(plugin)),
  };
});
