import { MINUTE_MS } from '../../contract/index.ts';
import { inOrderSeen, type NewEpisode } from '../../catalogue/new-episode.ts';
import { newUntilMs } from './match-window.ts';

/** Matches kept per keyword, newest first; further ones are counted. A digest shows up to 20. */
export const HELD_MATCHES = 50;

/** Duplicates kept per episode and keyword: too few to crowd out other episodes. */
const HELD_COPIES = 6;

/** Resolution of the counts of matches that are not kept. */
const SPAN_MS = 15 * MINUTE_MS;

export interface KeywordMatches {
  /** The newest matches, in any order; never empty. */
  episodes: readonly NewEpisode[];
  /** Number of further matches for an alert saved at `savedAtMs`; accurate to a quarter of an hour. */
  countMore: (savedAtMs: number) => number;
}

const NO_MORE = () => 0;

/** Collects matches by the index of their keyword. Callers add the newest episodes first. */
export function createNewestMatches() {
  const held: NewEpisode[][] = [];
  /** Numbers of matches that are not kept, by keyword index and time span ({@link SPAN_MS}). */
  const counted = new Map<number, Map<number, number>>();
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

  /** Replaces the last-seen kept duplicate by `episode` if that was seen before all kept duplicates. */
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
