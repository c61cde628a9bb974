import { MINUTE_MS } from '../../contract/index.ts';
import { inOrderSeen, type NewEpisode } from '../../catalogue/new-episode.ts';
import { newUntilMs } from './match-window.ts';

/**
 * Matches of one keyword that are held; the others are counted. A digest shows up to 20 of them, and the
 * newest stay, so that only a keyword with more matches than this from one digest to the next has
 * matches that are counted alone.
 */
export const HELD_MATCHES = 50;

/**
 * Duplicates of one episode that are held for one keyword: enough to find the first of them and to name
 * shows, too few to crowd out other episodes.
 */
const HELD_COPIES = 6;

/** Width of the spans of time in which those that are not held are counted. */
const SPAN_MS = 15 * MINUTE_MS;

/** What one keyword matched. */
export interface KeywordMatches {
  /** At least one; the newest, in any order. */
  episodes: readonly NewEpisode[];
  /** The number of further matches of an alert saved at the moment, to a quarter of an hour. */
  countMore: (savedAtMs: number) => number;
}

const NO_MORE = () => 0;

/** The matches of many keywords, each known by its place; the newest are to be added first. */
export function createNewestMatches() {
  // By place of the keyword.
  const held: NewEpisode[][] = [];
  /** By place, how many are not held, by spans of time. */
  const counted = new Map<number, Map<number, number>>();
  /** By place, the number of duplicates of each group; see {@link HELD_COPIES}. */
  const copies = new Map<number, Map<number, number>>();

  function isCopyTooMany(place: number, { copies: marks }: NewEpisode): boolean {
    const group = marks?.group ?? null;
    if (group === null) return false;
    let groups = copies.get(place);
    if (groups === undefined) copies.set(place, (groups = new Map<number, number>()));
    const known = groups.get(group) ?? 0;
    groups.set(group, known + 1);
    return known >= HELD_COPIES;
  }

  /** Replaces the last seen of the held duplicates by one that was seen before all of them. */
  function holdFirstSeen(place: number, episode: NewEpisode): void {
    const episodes = held[place] ?? [];
    const mates = episodes.filter(({ copies: marks }) => marks?.group === episode.copies?.group);
    const [first, ...others] = mates.sort(inOrderSeen);
    if (first === undefined || inOrderSeen(first, episode) <= 0) return;
    episodes[episodes.indexOf(others.at(-1) ?? first)] = episode;
  }

  return {
    add(place: number, episode: NewEpisode): void {
      if (isCopyTooMany(place, episode)) {
        holdFirstSeen(place, episode);
        return;
      }
      const episodes = (held[place] ??= []);
      if (episodes.length < HELD_MATCHES) {
        episodes.push(episode);
        return;
      }
      let spans = counted.get(place);
      if (spans === undefined) counted.set(place, (spans = new Map<number, number>()));
      count(spans, episode);
    },

    /** Null for a keyword without matches. */
    of(place: number): KeywordMatches | null {
      const episodes = held[place];
      if (episodes === undefined) return null;
      const spans = counted.get(place);
      if (spans === undefined) return { episodes, countMore: NO_MORE };
      return { episodes, countMore: (atMs) => countAfter(spans, atMs) };
    },
  };
}

function count(counted: Map<number, number>, episode: NewEpisode): void {
  const span = Math.floor(newUntilMs(episode) / SPAN_MS);
  counted.set(span, (counted.get(span) ?? 0) + 1);
}

function countAfter(spans: ReadonlyMap<number, number>, atMs: number): number {
  let count = 0;
  for (const [span, number] of spans) if (span * SPAN_MS > atMs) count += number;
  return count;
}
