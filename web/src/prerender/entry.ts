// Entry of the server bundle. The build (web/build) and the function `pages` (functions/src/site/pages) use it.
export { SITE_PAGES } from '#content/site-pages.ts';
export { site } from '#shared/site.ts';
export { createRenderer } from './create-renderer.ts';
export { pageHtml } from './page-html.ts';
export { renderPage, renderShell } from './render-page.tsx';
