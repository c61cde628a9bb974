// What the build loads of the app to prerender it; see web/build/prerender-pages.ts.
export { SITE_PAGES } from '#content/site-pages.ts';
export { site } from '#shared/site.ts';
export { renderPage, renderShell } from './render-page.tsx';
export { fetchEpisodes } from './fetch-episodes.ts';
