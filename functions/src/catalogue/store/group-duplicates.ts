import { LINKING_KEYS, type LinkingKeys } from './duplicate-keys.ts';

/** For each kind of key: the first-seen other entry with the same key. */
type FirstHolders = Record<(typeof LINKING_KEYS)[number], DuplicateEntry | null>;

/**
 * Adds new entries to existing groups, as {@link groupDuplicates} would, in constant time per entry. Skips an entry
 * that would change the groups of others; `touched` then has the entry's keys, for regrouping.
 * @param added No two entries share a key.
 */
export function attachDuplicates(
  added: readonly DuplicateEntry[],
  firstHolders: (entry: DuplicateEntry) => FirstHolders,
): { attached: { id: number; group: number }[]; touched: number[] } {
  const groups = new Map<number, number>();
  const touched: number[] = [];
  for (const entry of added) {
    const holders = firstHolders(entry);
    const first = LINKING_KEYS.map((kind) => holders[kind]).filter((holder) => holder !== null);
    const isSeenBefore = first.some((other) => byFirstSeen(entry, other) < 0);
    if (isSeenBefore) touched.push(...linkingKeys(entry.keys));
    const leader = isSeenBefore ? undefined : first[0];
    if (leader === undefined) continue;
    const group = groups.get(leader.id) ?? leader.group ?? labelOf(leader);
    if (group === null) continue;
    if (leader.group === null) groups.set(leader.id, group);
    groups.set(entry.id, group);
  }
  return { attached: Array.from(groups, ([id, group]) => ({ id, group })), touched };
}

export interface DuplicateEntry {
  id: number;
  feedId: number;
  /** Start of the refresh that stored the episode, epoch milliseconds. */
  seenAtMs: number;
  keys: LinkingKeys;
  /** Label of the group; null without duplicates. */
  group: number | null;
}

type Ranked = Pick<DuplicateEntry, 'id' | 'feedId' | 'seenAtMs'>;

/** Orders by our own clock, because feeds can claim any date. The older feed comes first in a tie. */
export function byFirstSeen(left: Ranked, right: Ranked): number {
  return left.seenAtMs - right.seenAtMs || left.feedId - right.feedId || left.id - right.id;
}

/**
 * Returns the group of each entry, by id. An entry joins the first-seen entry with its most reliable shared key. An
 * entry with the audio of one episode and the title of another thus joins one of them. It merges the two only if it
 * was seen before both.
 * @param entries Complete: every entry that shares a key with an entry of the list is in the list.
 */
export function groupDuplicates(entries: readonly DuplicateEntry[]): Map<number, number | null> {
  const firstBy = new Map<number, DuplicateEntry>();
  const inOrder = entries.toSorted(byFirstSeen);
  const roots = new Map<number, DuplicateEntry>();
  const sizes = new Map<DuplicateEntry, number>();
  for (const entry of inOrder) {
    const keys = linkingKeys(entry.keys);
    const leader = keys.map((key) => firstBy.get(key)).find((first) => first !== undefined);
    const root = roots.get((leader ?? entry).id) ?? entry;
    roots.set(entry.id, root);
    sizes.set(root, (sizes.get(root) ?? 0) + 1);
    for (const key of keys) if (!firstBy.has(key)) firstBy.set(key, entry);
  }
  return new Map(
    Array.from(roots, ([id, root]) => [id, sizes.get(root) === 1 ? null : labelOf(root)]),
  );
}

export function linkingKeys(keys: LinkingKeys): number[] {
  return LINKING_KEYS.map((kind) => keys[kind]).filter((key) => key !== null);
}

/** Labels are negative, so that they differ from all episode ids. */
function labelOf({ keys }: DuplicateEntry): number | null {
  const [key] = linkingKeys(keys);
  return key === undefined ? null : -1 - key;
}

/** Inverse of {@link labelOf}: the first key of the group's first-seen entry. */
export function firstKeyOf(group: number): number {
  return -1 - group;
}
