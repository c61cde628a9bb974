import { LINKING_KEYS } from './duplicate-keys.ts';
import { byFirstSeen, type CopyEntry, labelOf, linkingKeys } from './group-duplicates.ts';

/** Of the others that share a key with an entry, the first seen; null where nobody does. */
export type FirstHolders = Record<(typeof LINKING_KEYS)[number], CopyEntry | null>;

/**
 * Has entries that are new to the catalogue join the groups that {@link groupCopies} would put them in,
 * where that leaves all others where they are: so one more of ten thousand copies costs no look at the
 * others. The keys of the rest are `touched`: all that share one must be grouped anew.
 * @param added No two of them share a key.
 */
export function attachCopies(
  added: readonly CopyEntry[],
  firstHolders: (entry: CopyEntry) => FirstHolders,
): { attached: { id: number; group: number }[]; touched: number[] } {
  const groups = new Map<number, number>();
  const touched: number[] = [];
  for (const entry of added) {
    const holders = firstHolders(entry);
    const first = LINKING_KEYS.map((kind) => holders[kind]).filter((holder) => holder !== null);
    const isFollowed = first.some((other) => byFirstSeen(entry, other) < 0);
    if (isFollowed) touched.push(...linkingKeys(entry.keys));
    const followed = isFollowed ? undefined : first[0];
    if (followed === undefined) continue;
    const group = groups.get(followed.id) ?? followed.group ?? labelOf(followed);
    if (group === null) continue;
    if (followed.group === null) groups.set(followed.id, group);
    groups.set(entry.id, group);
  }
  return { attached: Array.from(groups, ([id, group]) => ({ id, group })), touched };
}
