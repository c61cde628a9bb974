import { MAX_ALSO_IN, type Episode } from '../../contract/index.ts';

/** Max duplicates read per group, first seen first. */
export const DUPLICATES_READ = 3 * MAX_ALSO_IN;

export interface EpisodeDuplicate {
  podcast: string;
  link: string;
}

/** `total` is the size of the group, including the shown episode. */
export function alsoIn(
  shown: Pick<Episode, 'podcast'>,
  copies: readonly EpisodeDuplicate[],
  total: number,
): Pick<Episode, 'alsoIn' | 'alsoInMore'> {
  const others = new Map<string, EpisodeDuplicate>();
  for (const copy of copies) {
    const isNamed = copy.podcast === shown.podcast || others.has(copy.podcast);
    if (!isNamed) others.set(copy.podcast, copy);
  }
  const named = [...others.values()];
  if (named.length === 0) return {};
  const more = named.length - MAX_ALSO_IN + total - copies.length;
  return { alsoIn: named.slice(0, MAX_ALSO_IN), ...(more > 0 && { alsoInMore: more }) };
}
