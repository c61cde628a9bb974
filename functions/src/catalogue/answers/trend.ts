import * as z from 'zod';
import { DAY_MS, MAX_TREND_SHOWS, showTerm, type Trend, TREND_DAYS } from '../../contract/index.ts';
import { firstEpisodeId, publishedAtMsOf } from '../schema/episode-id.ts';

export interface Mentions {
  /** One id per match. A group of duplicates has the id of the episode that a search shows. */
  ids: readonly number[];
  /** Oldest id that was searched; absent if the whole period was searched. */
  sinceId?: number | bigint | undefined;
  /** Show names with their numbers of mentions, the most mentions first. */
  shows: readonly (readonly [string, number])[];
}

export const showRows = z.array(z.tuple([z.string(), z.number()]));

/** Returns SQL for both engines. `rows` is a SELECT with a column `podcast`. */
export function topShows(rows: string): string {
  return `SELECT podcast, count(*) AS mentions FROM (${rows}) AS mentioned WHERE podcast <> ''
    GROUP BY podcast ORDER BY mentions DESC, podcast LIMIT ${MAX_TREND_SHOWS}`;
}

export function firstIdOfTrend(atMs: number): bigint {
  return firstEpisodeId(firstDay(atMs));
}

/** Counts an episode dated after the last day, by its publisher's clock, on the last day. */
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
