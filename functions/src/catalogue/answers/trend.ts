import * as z from 'zod';
import { DAY_MS, MAX_TREND_SHOWS, showTerm, type Trend, TREND_DAYS } from '../../contract/index.ts';
import { firstEpisodeId, publishedAtMsOf } from '../sql/episode-id.ts';

/** A trend's own share of a search's cost limit, whatever else the search costs. */
export const TREND_SHARE = 0.5;

/** What an engine found in the days of a trend. */
export interface Mentions {
  /** Of each group of duplicates, the one that a search shows. */
  ids: readonly number[];
  /** Only episodes with this id and newer ones were looked for; absent if all were. */
  sinceId?: number | bigint | undefined;
  /** Names of shows, and how many of the mentions are theirs, the most first. */
  shows: readonly (readonly [string, number])[];
}

/** Rows of {@link mostOfShows}. */
export const showRows = z.array(z.tuple([z.string(), z.number()]));

/** SQL for both engines: names and counts of shows, of rows with a column `podcast`. */
export function mostOfShows(rows: string): string {
  return `SELECT podcast, count(*) AS mentions FROM (${rows}) AS mentioned WHERE podcast <> ''
    GROUP BY podcast ORDER BY mentions DESC, podcast LIMIT ${MAX_TREND_SHOWS}`;
}

/** Smallest id of the episodes that a trend counts. */
export function firstIdOfTrend(atMs: number): bigint {
  return firstEpisodeId(firstDay(atMs));
}

/** Episodes of the next day, by the clock of their publisher, count as those of the last day. */
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
