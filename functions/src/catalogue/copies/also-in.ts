import { MAX_ALSO_IN, type Episode } from '../../contract/index.ts';

/** Copies of an episode that are looked at to name their shows, those first seen first. */
export const COPIES_READ = 3 * MAX_ALSO_IN;

/** One of the copies of an episode. */
export interface EpisodeCopy {
  podcast: string;
  link: string;
}

/**
 * The shows that have the same episode, each once, without the one that stands as the result.
 * @param copies The first of all, at most {@link COPIES_READ}.
 * @param total How many there are in all, with the one shown.
 */
export function alsoIn(
  shown: Pick<Episode, 'podcast'>,
  copies: readonly EpisodeCopy[],
  total: number,
): Pick<Episode, 'alsoIn' | 'alsoInMore'> {
  const others = new Map<string, EpisodeCopy>();
  for (const copy of copies) {
    const isNamed = copy.podcast === shown.podcast || others.has(copy.podcast);
    if (!isNamed) others.set(copy.podcast, copy);
  }
  const named = [...others.values()];
  if (named.length === 0) return {};
  const more = named.length - MAX_ALSO_IN + total - copies.length;
  return { alsoIn: named.slice(0, MAX_ALSO_IN), ...(more > 0 && { alsoInMore: more }) };
}
