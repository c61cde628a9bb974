// What is loaded of the site outside a browser: by its build (web/build/prerender-pages.ts), and by
// the function that renders its pages (functions/src/pages).
export { SITE_PAGES } from '#content/site-pages.ts';
export { site } from '#shared/site.ts';
export { createRenderer } from './create-renderer.ts';
export { pageHtml } from './page-html.ts';
export { renderPage, renderShell } from './render-page.tsx';
