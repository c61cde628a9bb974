import type { NewEpisode } from '../catalogue/read-new-episodes.ts';
import { newsUntilMs } from './news-time.ts';

/**
 * Matches of one keyword that are held; the others are counted. A digest shows up to 20 of them, and
 * those stored last stay, so that only a keyword with more matches than this from one digest to the
 * next has matches that are counted alone.
 */
export const HELD_MATCHES = 50;

/** Width of the spans of time in which those that are not held are counted. */
const SPAN_MS = 15 * 60_000;

/** What one keyword matched. */
export interface KeywordMatches {
  /** At least one; those stored last, in any order. */
  episodes: readonly NewEpisode[];
  /** How many more there are that are news to an alert saved at the moment, to a quarter of an hour. */
  countMore: (savedAtMs: number) => number;
}

const NO_MORE = () => 0;

/** The matches of many keywords, each known by its place. */
export function createNewestMatches() {
  // By place of the keyword.
  const held: NewEpisode[][] = [];
  const counted = new Map<number, Map<number, number>>();

  function keepNewest(place: number, episodes: NewEpisode[]): void {
    episodes.sort(byStored);
    const spans = counted.get(place) ?? new Map<number, number>();
    counted.set(place, spans);
    for (const episode of episodes.splice(HELD_MATCHES)) {
      const span = Math.floor(newsUntilMs(episode) / SPAN_MS);
      spans.set(span, (spans.get(span) ?? 0) + 1);
    }
  }

  return {
    add(place: number, episode: NewEpisode): void {
      const episodes = (held[place] ??= []);
      episodes.push(episode);
      // Not at each one too many: sorting is dear.
      if (episodes.length === 2 * HELD_MATCHES) keepNewest(place, episodes);
    },

    /** Null for a keyword without matches. */
    of(place: number): KeywordMatches | null {
      const episodes = held[place];
      if (episodes === undefined) return null;
      if (episodes.length > HELD_MATCHES) keepNewest(place, episodes);
      const spans = counted.get(place);
      const countMore = spans === undefined ? NO_MORE : (atMs: number) => countAfter(spans, atMs);
      return { episodes, countMore };
    },
  };
}

function countAfter(spans: ReadonlyMap<number, number>, atMs: number): number {
  let count = 0;
  for (const [span, number] of spans) if (span * SPAN_MS > atMs) count += number;
  return count;
}

function byStored(a: NewEpisode, b: NewEpisode): number {
  return b.ingestedAtMs - a.ingestedAtMs || b.pubDateMs - a.pubDateMs;
}
