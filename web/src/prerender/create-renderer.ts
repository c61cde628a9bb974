import type { CreateRenderer, PageResults } from 'functions/contract';
import { kindOf } from '#content/page-kinds.ts';
import { sitePageAt } from '#content/site-pages.ts';
import type { Prerendered } from '#shared/page/prerendered-episodes.ts';
import { readSearchAddress } from '#shared/search/search-address.ts';
import { pageHtml } from './page-html.ts';
import { planPage } from './plan-page.ts';
import { renderPage, renderShell } from './render-page.tsx';

/** Failures as the search itself says them (`failure-text.ts`). */
const NOTICES = {
  refused: 'Too many requests. Please wait a moment and try again.',
  degraded:
    'The podcast search service is temporarily unavailable. Please try again in a few minutes.',
  unsearched: 'Searches need JavaScript. Turn it on to see this page.',
};
/** The renderer of this build's pages. */
export const createRenderer: CreateRenderer = (template, { hasFeeds = true } = {}) => ({
  plan: planPage,
  async render(key, results) {
    const prerendered = results && resultsOf(key, results);
    return pageHtml(template, await renderPage(key, prerendered, hasFeeds), prerendered);
  },
  shell: (notice) =>
    pageHtml(template, renderShell(typeof notice === 'string' ? NOTICES[notice] : notice.problem)),
});

/** Results as their page carries them. */
function resultsOf(key: string, { episodes, ...about }: PageResults): Prerendered {
  const { pathname: path, search } = new URL(key, 'http://site');
  const { query, spoken, repeated } = readSearchAddress(path === '/' ? search : '');
  // A trend that the site does not list has no page of its own there.
  const carried = kindOf(sitePageAt(path) ?? { kind: 'trend' }).episodes?.carried;
  const choice = { ...(!spoken && { spoken }), ...(repeated && { repeated }) };
  return { ...about, ...choice, path, query, episodes: episodes.slice(0, carried) };
}
