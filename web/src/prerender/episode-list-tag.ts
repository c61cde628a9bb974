import type { Episode } from 'functions/contract';
import { episodeListData } from '#content/episode-list-data.ts';
import { sitePageAt } from '#content/site-pages.ts';
import { scriptJson } from '#shared/page/script-json.ts';
import { readSearchAddress } from '#shared/search/search-address.ts';

/** How many episodes stand on a hub, and on a page of results. */
const ON_A_HUB = 4;
const ON_A_PAGE = 10;

/**
 * The structured data of the episodes that stand on the page of an address, as a tag for its head;
 * empty where none do, and for pages that search engines pass over. Browsers have no use for it, so
 * no script of the site makes it. `data-page` has start-page.ts remove it with the page's other tags.
 */
export function episodeListTag(address: string, episodes: readonly Episode[]): string {
  const { pathname, search } = new URL(address, 'http://site');
  const page = sitePageAt(pathname);
  if (!page || page.kind === 'home') return '';
  const first = (readSearchAddress(search).page - 1) * ON_A_PAGE;
  const shown =
    page.kind === 'hub' ? episodes.slice(0, ON_A_HUB) : episodes.slice(first, first + ON_A_PAGE);
  const data = episodeListData(shown);
  return data === null
    ? ''
    : `<script type="application/ld+json" data-page="">${scriptJson(data)}</script>`;
}
