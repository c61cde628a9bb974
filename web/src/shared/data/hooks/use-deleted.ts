import { useState } from 'react';
import type { Deleted } from '#shared/data/member/with-deleted.ts';

export function useDeleted<Item extends { id: string }>() {
  const [deleted, setDeleted] = useState<Deleted<Item>[]>([]);
  const without = (list: Deleted<Item>[], { id }: Item) =>
    list.filter(({ item }) => item.id !== id);
  return {
    deleted,
    note: (item: Item, height = 0) =>
      setDeleted((before) => [...without(before, item), { item, height, pending: true }]),
    confirm: ({ id }: Item) =>
      setDeleted((before) =>
        before.map((each) => (each.item.id === id ? { ...each, pending: false } : each)),
      ),
    forget: (item: Item) => setDeleted((before) => without(before, item)),
  };
}
