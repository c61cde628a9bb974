import * as z from 'zod';
import { webUrl } from '../contract/index.ts';
import type { FeedFetch } from '../feeds/feed-model.ts';
import { parseJson } from '../platform/parse-json.ts';

/**
 * Pages read in one run: about two hours of changes. Feeds named in older pages are asked at their usual
 * times.
 */
const MOST_PAGES = 40;

/** One page of Podcast Index's list of changes. Unknown fields are ignored; a broken entry is skipped alone. */
const pageSchema = z.object({
  previousTrackingUrl: z.string().optional().catch(undefined),
  data: z.object({
    /** Increases from page to page. */
    position: z.coerce.number().int().nonnegative(),
    feeds: z.array(z.unknown()).default([]),
    items: z.array(z.unknown()).default([]),
  }),
});
const entrySchema = z.object({ feedUrl: z.string() });

export interface ChangedFeeds {
  /** Addresses of feeds, each once. */
  urls: string[];
  /** Position of the newest page, which becomes `since` of the next reading. Null if nothing was read. */
  position: number | null;
  /** False if older pages were not read: too many, or one was not available. */
  isComplete: boolean;
  /** Why a page could not be read; null if all were read. */
  failure: string | null;
}

/**
 * The feeds that changed since a position, from the newest page back.
 * Source: https://podcastindex-org.github.io/docs-api/ (`/static/tracking/current`).
 * @param since Position of the last reading; null reads the newest page only.
 */
export async function readChangeList(
  newest: string,
  since: number | null,
  fetchPage: (url: string) => Promise<FeedFetch>,
): Promise<ChangedFeeds> {
  const urls = new Set<string>();
  let position: number | null = null;
  let address: string | null = newest;
  let before = Infinity;
  const answer = (isComplete: boolean, failure: string | null = null): ChangedFeeds => ({
    urls: [...urls],
    position,
    isComplete,
    failure,
  });

  for (let pages = 0; address !== null && pages < MOST_PAGES; pages += 1) {
    const page: Page | string = await readPage(address, fetchPage);
    if (typeof page === 'string') return answer(false, page);
    position ??= page.position;
    if (since !== null && page.position <= since) return answer(true);
    if (page.position >= before) return answer(false, 'The pages of the list lead in a circle.');
    for (const url of page.urls) urls.add(url);
    if (since === null) return answer(true);
    before = page.position;
    address = previousOf(page, newest);
  }
  return answer(false);
}

interface Page {
  position: number;
  urls: string[];
  previous: string | undefined;
}

async function readPage(
  url: string,
  fetchPage: (url: string) => Promise<FeedFetch>,
): Promise<Page | string> {
  const fetched = await fetchPage(url);
  if (fetched.kind !== 'fetched')
    return fetched.kind === 'refused' ? fetched.message : 'The host sent nothing.';
  const page = pageSchema.safeParse(parseJson(fetched.bytes));
  if (!page.success) return 'The answer is not a list of changes.';
  const { previousTrackingUrl: previous, data } = page.data;
  const entries = [...data.feeds, ...data.items].map((entry) => entrySchema.safeParse(entry));
  const urls = entries.flatMap(({ data: entry }) => webUrl(entry?.feedUrl ?? '')?.href ?? []);
  return { position: data.position, urls, previous };
}

/** The address of the previous page; null unless it is on the host of the newest page. */
function previousOf({ previous }: Page, newest: string): string | null {
  const url = webUrl(previous ?? '');
  return url !== null && url.host === new URL(newest).host ? url.href : null;
}
