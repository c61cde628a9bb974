import * as z from 'zod';
import { DAY_MS, MAX_TREND_SHOWS, showTerm, type Trend, TREND_DAYS } from '../../contract/index.ts';
import { firstEpisodeId, publishedAtMsOf } from '../schema/episode-id.ts';

/** What an engine found in the days of a trend. */
export interface Mentions {
  /** Ids of the matches; of a group of duplicates, only the one that a search shows. */
  ids: readonly number[];
  /** Oldest id that was looked for; absent if the whole time of the trend was searched. */
  sinceId?: number | bigint | undefined;
  /** Names of shows with their numbers of mentions, the largest first. */
  shows: readonly (readonly [string, number])[];
}

/** Rows of {@link mostOfShows}. */
export const showRows = z.array(z.tuple([z.string(), z.number()]));

/** SQL for both engines: the shows with most rows, and their counts. `rows` selects a column `podcast`. */
export function mostOfShows(rows: string): string {
  return `SELECT podcast, count(*) AS mentions FROM (${rows}) AS mentioned WHERE podcast <> ''
    GROUP BY podcast ORDER BY mentions DESC, podcast LIMIT ${MAX_TREND_SHOWS}`;
}

/** Smallest id of the episodes that a trend counts. */
export function firstIdOfTrend(atMs: number): bigint {
  return firstEpisodeId(firstDay(atMs));
}

/** Episodes that their publisher's clock dates later than the last day count for the last day. */
export function trendOf(atMs: number, { ids, sinceId, shows }: Mentions): Trend {
  const first = firstDay(atMs);
  const days = Array.from({ length: TREND_DAYS }, () => 0);
  for (const id of ids) {
    const day = Math.floor((publishedAtMsOf(BigInt(id)) - first) / DAY_MS);
    const at = Math.min(day, TREND_DAYS - 1);
    days[at] = (days[at] ?? 0) + 1;
  }
  return {
    lastDay: dayOf(atMs),
    days,
    ...(sinceId !== undefined && { since: publishedAtMsOf(BigInt(sinceId)) }),
    shows: shows.map(([podcast, episodes]) => {
      const term = showTerm(podcast);
      return { podcast, episodes, ...(term !== null && { term }) };
    }),
  };
}

function dayOf(atMs: number): number {
  return Math.floor(atMs / DAY_MS) * DAY_MS;
}

function firstDay(atMs: number): number {
  return dayOf(atMs) - (TREND_DAYS - 1) * DAY_MS;
}
