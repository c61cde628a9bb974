import type { Episode } from 'functions/contract';
import { episodeListData } from '#content/episode-list-data.ts';
import { kindOf } from '#content/page-kinds.ts';
import { showIdAt } from '#content/show-pages.ts';
import { sitePageAt } from '#content/site-pages.ts';
import { scriptJson } from '#shared/page/script-json.ts';
import { readSearchAddress } from '#shared/search/search-address.ts';

/**
 * Returns structured data of a page's episodes. Empty without episodes, for the home page, and for pages that are not
 * indexed (unlisted trends, further pages of results). Only the server emits it, because browsers do not use it.
 * start-page.ts removes elements with `data-page`.
 */
export function episodeListTag(address: string, episodes: readonly Episode[]): string {
  const { pathname, search } = new URL(address, 'http://site');
  const page = showIdAt(pathname) === null ? sitePageAt(pathname) : ({ kind: 'show' } as const);
  const onPage = page && page.kind !== 'home' ? kindOf(page).episodes : null;
  if (onPage === null || (onPage.paged && readSearchAddress(search).page > 1)) return '';
  const data = episodeListData(episodes.slice(0, onPage.shown));
  return data === null
    ? ''
    : `<script type="application/ld+json" data-page="">${scriptJson(data)}</script>`;
}
