// Entry of the server bundle, which the build (web/build/prerender-pages.ts) and the function `pages`
// (functions/src/pages) load.
export { SITE_PAGES } from '#content/site-pages.ts';
export { site } from '#shared/site.ts';
export { createRenderer } from './create-renderer.ts';
export { pageHtml } from './page-html.ts';
export { renderPage, renderShell } from './render-page.tsx';
