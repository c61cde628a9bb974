import pLimit from 'p-limit';
import { HOUR_MS, showPath } from '../../contract/index.ts';
import { log } from '../../platform/log.ts';
import type { CachedAnswer } from '../reply-cached.ts';
import type { SiteIdentity } from '../../platform/mail-config.ts';
import type { SearchService } from '../../search/search-service.ts';
import type { PublicPage } from '../../platform/public-pages.ts';
import { type FeedSearch, isTopicPage, newestEpisodes, type TopicPage } from './public-page.ts';
import { xmlAddress } from '../../feeds/write/rss-xml.ts';

interface SitemapEntry {
  url: string;
  /** Epoch ms of the newest episode; null if unknown. */
  modifiedAtMs: number | null;
}

export function sitemapXml(entries: readonly SitemapEntry[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries.map(entryXml),
    '</urlset>',
    '',
  ].join('\n');
}

function entryXml({ url, modifiedAtMs }: SitemapEntry): string {
  const modified =
    modifiedAtMs === null ? '' : `<lastmod>${new Date(modifiedAtMs).toISOString()}</lastmod>`;
  return `  <url><loc>${xmlAddress(url)}</loc>${modified}</url>`;
}

/** Max concurrent searches; few, because visitors' searches have priority. */
const SEARCHES_AT_A_TIME = 2;

const MAX_SHOWS = 1_000;

const SITE = { client: 'the sitemap' };

interface SitemapOptions {
  site: SiteIdentity;
  pages: readonly PublicPage[];
  search: FeedSearch & Pick<SearchService, 'cacheable' | 'publicShows'>;
  now?: () => number;
}

/**
 * Creates the sitemap once an hour, because each topic page costs a search. If a search fails, the sitemap omits
 * shows and the remaining `lastmod` times until the next request.
 */
export function createSitemap({ site, pages, search, now = Date.now }: SitemapOptions) {
  let made: { answer: Promise<CachedAnswer>; atMs: number } | undefined;

  async function make(): Promise<CachedAnswer> {
    const limit = pLimit(SEARCHES_AT_A_TIME);
    const failures: string[] = [];

    async function newestOf({ keywords }: TopicPage): Promise<number | null> {
      if (failures.length > 0 || !search.cacheable) return null;
      try {
        const [newest] = (await newestEpisodes(search, keywords, SITE)).episodes;
        // Feeds may date episodes up to a day ahead; `lastmod` must not lie in the future.
        return newest?.pub_date_ms ? Math.min(newest.pub_date_ms, now()) : null;
      } catch (error) {
        failures.push(String(error));
        return null;
      }
    }

    async function shows(): Promise<SitemapEntry[]> {
      if (failures.length > 0 || !search.cacheable) return [];
      try {
        const found = await search.publicShows(MAX_SHOWS);
        return found.map(({ id, newestAtMs }) => ({
          url: site.url + showPath(id),
          modifiedAtMs: Math.min(newestAtMs, now()),
        }));
      } catch (error) {
        failures.push(String(error));
        return [];
      }
    }

    const entries = await Promise.all(
      pages.map(async (page) => ({
        url: site.url + page.path,
        modifiedAtMs: isTopicPage(page) ? await limit(() => newestOf(page)) : null,
      })),
    );
    entries.push(...(await shows()));
    const [failure] = failures;
    if (failure !== undefined) {
      log('warn', 'sitemap-without-times', { reason: failure });
      made = undefined;
    }
    return {
      body: sitemapXml(entries),
      contentType: 'application/xml; charset=utf-8',
      indexed: true,
      kept: failure === undefined ? 'hour' : 'seconds',
    };
  }

  return function sitemap(): Promise<CachedAnswer> {
    // `abs`: setting the clock back must not extend the lifetime of the sitemap.
    if (made === undefined || Math.abs(now() - made.atMs) >= HOUR_MS) {
      made = { answer: make(), atMs: now() };
    }
    return made.answer;
  };
}
