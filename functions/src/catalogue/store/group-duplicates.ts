import { LINKING_KEYS, type LinkingKeys } from './duplicate-keys.ts';

/** For each kind of key, the first-seen other entry with the same key. */
type FirstHolders = Record<(typeof LINKING_KEYS)[number], DuplicateEntry | null>;

/**
 * Adds new entries to the groups of {@link groupDuplicates}, in constant time per entry. An entry that would
 * change the groups of others is not added; `touched` has its keys, whose entries need a new grouping.
 * @param added No two of them share a key.
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

export interface DuplicateEntry {
  id: number;
  feedId: number;
  /** Start of the refresh that stored the episode, epoch milliseconds. */
  seenAtMs: number;
  keys: LinkingKeys;
  /** Label of the group of duplicates; null without duplicates. */
  group: number | null;
}

type Ranked = Pick<DuplicateEntry, 'id' | 'feedId' | 'seenAtMs'>;

/**
 * The order of duplicates: by our own clock, then by the older feed. Feeds can claim any date, but
 * we cannot have seen an episode before it existed.
 */
export function byFirstSeen(left: Ranked, right: Ranked): number {
  return left.seenAtMs - right.seenAtMs || left.feedId - right.feedId || left.id - right.id;
}

/**
 * The group of each entry by id. An entry joins the first-seen entry that shares its most reliable
 * key. So an entry with the audio of one episode and the title of another joins one of them. It
 * merges the two only if it was seen before both.
 * @param entries All entries that share a key with one of them.
 */
export function groupDuplicates(entries: readonly DuplicateEntry[]): Map<number, number | null> {
  const firstBy = new Map<number, DuplicateEntry>();
  const inOrder = entries.toSorted(byFirstSeen);
  const roots = new Map<number, DuplicateEntry>();
  const sizes = new Map<DuplicateEntry, number>();
  for (const entry of inOrder) {
    const keys = linkingKeys(entry.keys);
    const followed = keys.map((key) => firstBy.get(key)).find((first) => first !== undefined);
    const root = roots.get((followed ?? entry).id) ?? entry;
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

/** The group's label: negative, so that it differs from all episode ids. */
function labelOf({ keys }: DuplicateEntry): number | null {
  const [key] = linkingKeys(keys);
  return key === undefined ? null : -1 - key;
}

/** A key of the group's first-seen entry. */
export function firstKeyOf(group: number): number {
  return -1 - group;
}
