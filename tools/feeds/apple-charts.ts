import * as z from 'zod';
import {
  appleLookup,
  MAX_LOOKUP_BYTES,
  readAppleLookup,
} from '../../functions/src/feeds/apple-lookup.ts';
import { isPublicHost } from '../../functions/src/feeds/fetch/public-host.ts';
import { isPrivateFeed } from '../../functions/src/feeds/private-feed.ts';
import { feedUrl } from '../../functions/src/refresh/feed-list.ts';
import type { Chart } from './apple-genres.ts';
import type { AppleEntry, PacedRequests } from './paced-requests.ts';
import type { ListedShow } from './operator-list.ts';

/** What Apple sends at most. */
const MAX_SHOWS = 200;
/** A chart of 200 shows has 1 to 2 MB. */
const MAX_CHART_BYTES = 5_000_000;
const IDS_A_LOOKUP = 100;

const chartSchema = z.object({ feed: z.object({ entry: z.unknown().optional() }) });
const entrySchema = z.object({
  id: z.object({ attributes: z.object({ 'im:id': z.string().regex(/^\d{1,20}$/) }) }),
});

export interface ChartShows {
  shows: ListedShow[];
  /** Charted shows without a public feed, or which the directory did not know. */
  withoutFeed: number;
  /** Sentences about charts and look-ups that could not be read. */
  failures: string[];
}

/** Finds the feeds of the shows of charts, each once. Ends early if the requests are stopped. */
export async function showsOfCharts(
  charts: readonly Chart[],
  lookupUrl: string,
  requests: PacedRequests,
): Promise<ChartShows> {
  const found: ChartShows = { shows: [], withoutFeed: 0, failures: [] };
  // The directory of a country has the shows of its charts.
  const countryOf = new Map<string, string>();
  for (const chart of charts) {
    const url = chartUrl(lookupUrl, chart);
    const entries = await requests.ask(url, MAX_CHART_BYTES, readChart);
    if (entries === null) found.failures.push(`${nameOf(chart)}: ${requests.lastFailure()}`);
    if (requests.stopped() !== null) return found;
    for (const { id = '' } of entries ?? [])
      if (!countryOf.has(id)) countryOf.set(id, chart.country);
  }
  for (const { country, ids } of lookupsOf(countryOf)) {
    const url = appleLookup(ids, lookupUrl, country);
    const entries = await requests.ask(url, MAX_LOOKUP_BYTES, readAppleLookup);
    if (entries === null)
      found.failures.push(`${ids.length} shows of ${country}: ${requests.lastFailure()}`);
    if (requests.stopped() !== null) return found;
    const listed = (entries ?? []).flatMap(listedShow).slice(0, ids.length);
    found.shows.push(...listed);
    if (entries !== null) found.withoutFeed += ids.length - listed.length;
  }
  return found;
}

function nameOf({ country, name }: Chart): string {
  return `${country} ${name}`;
}

/**
 * The charts of genres are at this address only (November 2026): the newer one of Apple, below
 * rss.marketingtools.apple.com, has one chart of 100 shows for each country and no genres.
 */
function chartUrl(lookupUrl: string, { country, genre }: Chart): string {
  return new URL(`/${country}/rss/toppodcasts/limit=${MAX_SHOWS}/genre=${genre}/json`, lookupUrl)
    .href;
}

/** Returns Apple's ids; null if the answer is no chart. An empty chart has no entry, and one of one show no list. */
function readChart(answer: unknown): AppleEntry[] | null {
  const read = chartSchema.safeParse(answer);
  if (!read.success) return null;
  const entries = [read.data.feed.entry ?? []].flat().slice(0, MAX_SHOWS);
  return entries.flatMap((entry) => {
    const show = entrySchema.safeParse(entry);
    return show.success ? [{ id: show.data.id.attributes['im:id'] }] : [];
  });
}

function lookupsOf(countryOf: ReadonlyMap<string, string>): { country: string; ids: string[] }[] {
  return [...new Set(countryOf.values())].flatMap((country) => {
    const ids = [...countryOf.keys()].filter((id) => countryOf.get(id) === country);
    return Array.from({ length: Math.ceil(ids.length / IDS_A_LOOKUP) }, (_, at) => ({
      country,
      ids: ids.slice(at * IDS_A_LOOKUP, (at + 1) * IDS_A_LOOKUP),
    }));
  });
}

/** Leaves out addresses of subscribers, of other machines in the network and of other schemes. */
function listedShow({ feedUrl: written, collectionName }: AppleEntry): ListedShow[] {
  const address = written === undefined ? null : feedUrl(written);
  if (address === null || isPrivateFeed(address) || !isPublicHost(new URL(address))) return [];
  return [{ address, title: collectionName ?? '' }];
}
