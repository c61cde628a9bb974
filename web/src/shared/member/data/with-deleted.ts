/** Something in a list, newest first. */
interface Saved {
  id: string;
  createdAtMs: number;
}

/** What was deleted on this page. */
export interface Deleted<Item> {
  item: Item;
  /** Of its row, CSS pixels. */
  height: number;
  /** Whether the server has not confirmed it yet. */
  pending: boolean;
}

/** A row of a list: something in it, or the place of something that is deleted. */
export type ListRow<Item> = { item: Item; height?: undefined; pending?: undefined } | Deleted<Item>;

/** The rows of a list: its items, and between them those that were deleted, each where it was. */
export function withDeleted<Item extends Saved>(
  items: readonly Item[],
  deleted: readonly Deleted<Item>[],
): ListRow<Item>[] {
  const rows: ListRow<Item>[] = items.map((item) => ({ item }));
  for (const gone of deleted) {
    // Its deletion failed, or was undone, perhaps in another tab.
    if (items.some(({ id }) => id === gone.item.id)) continue;
    const next = rows.findIndex((row) => isBefore(gone.item, row.item));
    rows.splice(next === -1 ? rows.length : next, 0, gone);
  }
  return rows;
}

/** Firestore's order: newest first, of one moment the greatest id. */
function isBefore(one: Saved, other: Saved): boolean {
  return one.createdAtMs === other.createdAtMs
    ? one.id > other.id
    : one.createdAtMs > other.createdAtMs;
}
