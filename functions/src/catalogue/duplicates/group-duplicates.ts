import { LINKING_KEYS, type LinkingKeys } from './duplicate-keys.ts';

/** Of the others that share a key with an entry, the first seen; null where nobody does. */
type FirstHolders = Record<(typeof LINKING_KEYS)[number], DuplicateEntry | null>;

/**
 * Has entries that are new to the catalogue join the groups that {@link groupDuplicates} would put them in,
 * where that leaves all others where they are: so one more of ten thousand copies costs no look at the
 * others. The keys of the rest are `touched`: all that share one must be grouped anew.
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

/** A stored episode that may have copies. */
export interface DuplicateEntry {
  id: number;
  feedId: number;
  /** When the refresh that stored it began, epoch milliseconds. */
  seenAtMs: number;
  keys: LinkingKeys;
  /** What all copies of one episode share; null for one that has none. */
  group: number | null;
}

type Ranked = Pick<DuplicateEntry, 'id' | 'feedId' | 'seenAtMs'>;

/**
 * Which of two copies came first: by our own clock, then by the feed that was added earlier. A feed can
 * claim any date for an episode, but we cannot have seen it before it was there.
 */
export function byFirstSeen(left: Ranked, right: Ranked): number {
  return left.seenAtMs - right.seenAtMs || left.feedId - right.feedId || left.id - right.id;
}

/**
 * The group of each entry, by its id. An entry follows the first one seen with one of its keys, of the
 * surest kind that anybody shares. So an entry that claims the audio of one episode and the title of
 * another follows one of them. It never joins the two, unless it was seen before both.
 * @param entries All that share a key with one of them.
 */
export function groupDuplicates(entries: readonly DuplicateEntry[]): Map<number, number | null> {
  const firstBy = new Map<number, DuplicateEntry>();
  const inOrder = entries.toSorted(byFirstSeen);
  const roots = new Map<number, DuplicateEntry>();
  const sizes = new Map<DuplicateEntry, number>();
  for (const entry of inOrder) {
    const keys = linkingKeys(entry.keys);
    const followed = keys.map((key) => firstBy.get(key)).find((first) => first !== undefined);
    // The one it follows came earlier, so its root is known.
    const root = roots.get((followed ?? entry).id) ?? entry;
    roots.set(entry.id, root);
    sizes.set(root, (sizes.get(root) ?? 0) + 1);
    for (const key of keys) if (!firstBy.has(key)) firstBy.set(key, entry);
  }
  return new Map(
    Array.from(roots, ([id, root]) => [id, sizes.get(root) === 1 ? null : labelOf(root)]),
  );
}

/** The keys there are, the surest first. */
export function linkingKeys(keys: LinkingKeys): number[] {
  return LINKING_KEYS.map((kind) => keys[kind]).filter((key) => key !== null);
}

/** The group's label. It is below zero, so that it is never an episode's id. */
function labelOf({ keys }: DuplicateEntry): number | null {
  const [key] = linkingKeys(keys);
  return key === undefined ? null : -1 - key;
}

/** A key of the copy that all others of a group follow. */
export function firstKeyOf(group: number): number {
  return -1 - group;
}
