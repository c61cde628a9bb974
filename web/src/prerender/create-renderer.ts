import { type CreateRenderer, type PageResults, RESULTS_PER_PAGE } from 'functions/contract';
import { kindOf } from '#content/page-kinds.ts';
import { sitePageAt } from '#content/site-pages.ts';
import type { Prerendered } from '#shared/page/prerendered-episodes.ts';
import { exampleAmong } from '#features/search/example-search.ts';
import { MAX_PAGES } from '#shared/search/result-pages.ts';
import { isSameChoice, readSearchAddress } from '#shared/search/search-address.ts';
import { pageHtml } from './page-html.ts';
import { planPage } from './plan-page.ts';
import { renderPage, renderShell } from './render-page.tsx';

/** Notices on pages without results, with the same wording as `failure-text.ts`. */
const NOTICES = {
  refused: 'Too many requests. Please wait a moment and try again.',
  degraded:
    'The podcast search service is temporarily unavailable. Please try again in a few minutes.',
  unsearched: 'Searches need JavaScript. Turn it on to see this page.',
};
export const createRenderer: CreateRenderer = (template) => ({
  plan: planPage,
  async render(key, results) {
    const prerendered = results && resultsOf(key, results);
    return pageHtml(template, await renderPage(key, prerendered), prerendered);
  },
  shell: (notice) =>
    pageHtml(template, renderShell(typeof notice === 'string' ? NOTICES[notice] : notice.problem)),
});

/** Without a search, the home page embeds only its example. */
function resultsOf(key: string, { episodes, ...about }: PageResults): Prerendered {
  const { pathname: path, search } = new URL(key, 'http://site');
  const { page } = readSearchAddress(search);
  const asked = readSearchAddress(path === '/' ? search : '');
  const { query, spoken, sort, about: isAbout, period } = asked;
  const choice = { spoken, sort, about: isAbout, period };
  const isHome = path === '/' && query === null;
  // Unlisted trends are not among the site's pages.
  const { paged = false } = kindOf(sitePageAt(path) ?? { kind: 'trend' }).episodes ?? {};
  const from = paged && !isHome ? (Math.min(page, MAX_PAGES) - 1) * RESULTS_PER_PAGE : 0;
  return {
    ...about,
    ...(from > 0 && { from }),
    ...(!isSameChoice(choice, {}) && { choice }),
    path,
    query,
    episodes: isHome ? [exampleAmong(episodes)?.episode ?? []].flat() : [...episodes],
  };
}
