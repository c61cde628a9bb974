import { type EpisodeFacts, inOrderSeen } from '../../catalogue/changes/new-episode.ts';
import { spanOf } from './counted-matches.ts';
import { newUntilMs } from './match-window.ts';

/** Matches kept per keyword, newest first; further ones are counted. A digest shows up to 20. */
export const HELD_MATCHES = 50;

/** Duplicates kept per episode and keyword: too few to crowd out other episodes. */
const HELD_DUPLICATES = 6;

export interface NewestMatches<E> {
  /** The newest matches, in any order; never empty. */
  episodes: readonly E[];
  /** Numbers of further matches, by the span in which they became news. */
  counted: ReadonlyMap<number, number>;
}

const NONE: NewestMatches<never>['counted'] = new Map();

/** Collects matches by the index of their keyword. Callers add the newest episodes first. */
export function createNewestMatches<E extends EpisodeFacts>() {
  const held: E[][] = [];
  const counted = new Map<number, Map<number, number>>();
  const duplicates = new Map<number, Map<number, number>>();

  function isDuplicateTooMany(keyword: number, { copies: marks }: E): boolean {
    const group = marks?.group ?? null;
    if (group === null) return false;
    let groups = duplicates.get(keyword);
    if (groups === undefined) duplicates.set(keyword, (groups = new Map<number, number>()));
    const known = groups.get(group) ?? 0;
    groups.set(group, known + 1);
    return known >= HELD_DUPLICATES;
  }

  /** If `episode` was seen before all kept duplicates, it replaces the one seen last. */
  function holdFirstSeen(keyword: number, episode: E): void {
    const episodes = held[keyword] ?? [];
    const mates = episodes.filter(({ copies: marks }) => marks?.group === episode.copies?.group);
    const [first, ...others] = mates.sort(inOrderSeen);
    if (first === undefined || inOrderSeen(first, episode) <= 0) return;
    episodes[episodes.indexOf(others.at(-1) ?? first)] = episode;
  }

  return {
    add(keyword: number, episode: E): void {
      if (isDuplicateTooMany(keyword, episode)) {
        holdFirstSeen(keyword, episode);
        return;
      }
      const episodes = (held[keyword] ??= []);
      if (episodes.length < HELD_MATCHES) {
        episodes.push(episode);
        return;
      }
      let spans = counted.get(keyword);
      if (spans === undefined) counted.set(keyword, (spans = new Map<number, number>()));
      const span = spanOf(newUntilMs(episode));
      spans.set(span, (spans.get(span) ?? 0) + 1);
    },

    of(keyword: number): NewestMatches<E> | null {
      const episodes = held[keyword];
      return episodes === undefined ? null : { episodes, counted: counted.get(keyword) ?? NONE };
    },
  };
}
