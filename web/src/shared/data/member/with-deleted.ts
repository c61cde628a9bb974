interface Saved {
  id: string;
  createdAtMs: number;
}

export interface Deleted<Item> {
  item: Item;
  /** Height of the item's row, in CSS pixels. */
  height: number;
  /** True until the server has confirmed the deletion. */
  pending: boolean;
}

export type ListRow<Item> = { item: Item; height?: undefined; pending?: undefined } | Deleted<Item>;

export function withDeleted<Item extends Saved>(
  items: readonly Item[],
  deleted: readonly Deleted<Item>[],
): ListRow<Item>[] {
  const rows: ListRow<Item>[] = items.map((item) => ({ item }));
  for (const gone of deleted) {
    // The item still exists: its deletion has failed, or was undone, perhaps in another tab.
    if (items.some(({ id }) => id === gone.item.id)) continue;
    const next = rows.findIndex((row) => isBefore(gone.item, row.item));
    rows.splice(next === -1 ? rows.length : next, 0, gone);
  }
  return rows;
}

/** Firestore's order: descending by creation date, then by id. */
function isBefore(one: Saved, other: Saved): boolean {
  return one.createdAtMs === other.createdAtMs
    ? one.id > other.id
    : one.createdAtMs > other.createdAtMs;
}
