import { MINUTE_MS } from '../../contract/index.ts';
import { type EpisodeFacts, inOrderSeen } from '../../catalogue/new-episode.ts';
import { newUntilMs } from './match-window.ts';

/** Matches kept per keyword, newest first; further ones are counted. A digest shows up to 20. */
export const HELD_MATCHES = 50;

/** Duplicates kept per episode and keyword: too few to crowd out other episodes. */
const HELD_COPIES = 6;

/** Resolution of the counts of matches that are not kept. */
const SPAN_MS = 15 * MINUTE_MS;

export interface KeywordMatches<E extends EpisodeFacts = EpisodeFacts> {
  /** The newest matches, in any order; never empty. */
  episodes: readonly E[];
  /** Number of further matches for an alert saved at `savedAtMs`; accurate to a quarter of an hour. */
  countMore: (savedAtMs: number) => number;
}

export type CountedMatches = ReadonlyMap<number, number>;

const NONE_COUNTED: CountedMatches = new Map();

/**
 * Collects matches by the index of their keyword. Callers add the newest episodes first.
 * @param countedBefore Of keyword 0.
 */
export function createNewestMatches<E extends EpisodeFacts>(countedBefore = NONE_COUNTED) {
  const held: E[][] = [];
  /** Numbers of matches that are not kept, by keyword index and time span ({@link SPAN_MS}). */
  const counted = new Map<number, Map<number, number>>();
  if (countedBefore.size > 0) counted.set(0, new Map(countedBefore));
  const copies = new Map<number, Map<number, number>>();

  function isCopyTooMany(place: number, { copies: marks }: E): boolean {
    const group = marks?.group ?? null;
    if (group === null) return false;
    let groups = copies.get(place);
    if (groups === undefined) copies.set(place, (groups = new Map<number, number>()));
    const known = groups.get(group) ?? 0;
    groups.set(group, known + 1);
    return known >= HELD_COPIES;
  }

  /** Replaces the last-seen kept duplicate by `episode` if that was seen before all kept duplicates. */
  function holdFirstSeen(place: number, episode: E): void {
    const episodes = held[place] ?? [];
    const mates = episodes.filter(({ copies: marks }) => marks?.group === episode.copies?.group);
    const [first, ...others] = mates.sort(inOrderSeen);
    if (first === undefined || inOrderSeen(first, episode) <= 0) return;
    episodes[episodes.indexOf(others.at(-1) ?? first)] = episode;
  }

  return {
    add(place: number, episode: E): void {
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

    of(place: number): (KeywordMatches<E> & { counted: CountedMatches }) | null {
      const episodes = held[place];
      if (episodes === undefined) return null;
      const spans = counted.get(place) ?? NONE_COUNTED;
      return { episodes, counted: spans, countMore: (atMs) => countAfter(spans, atMs) };
    },
  };
}

function count(counted: Map<number, number>, episode: EpisodeFacts): void {
  const span = Math.floor(newUntilMs(episode) / SPAN_MS);
  counted.set(span, (counted.get(span) ?? 0) + 1);
}

/** Those that were news after this time. */
export function countAfter(spans: CountedMatches, atMs: number): number {
  let count = 0;
  for (const [span, number] of spans) if (span * SPAN_MS > atMs) count += number;
  return count;
}

/** Without those that an alert can no longer match. */
export function countedSince(spans: CountedMatches, atMs: number): CountedMatches {
  const isPast = (span: number) => (span + 1) * SPAN_MS <= atMs;
  if (![...spans.keys()].some(isPast)) return spans;
  return new Map([...spans].filter(([span]) => !isPast(span)));
}
