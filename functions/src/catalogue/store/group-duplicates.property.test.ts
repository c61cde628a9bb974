import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedGroups } from './duplicates-store.ts';
import type { LINKING_KEYS, LinkingKeys } from './duplicate-keys.ts';
import {
  attachDuplicates,
  byFirstSeen,
  type DuplicateEntry,
  groupDuplicates,
} from './group-duplicates.ts';

const entry = (id: number, keys: Partial<LinkingKeys> = {}): DuplicateEntry => ({
  id,
  feedId: id,
  seenAtMs: id,
  group: null,
  keys: { title: null, length: null, facts: null, ...keys },
});
const grouped = (entries: DuplicateEntry[]) => {
  const groups = groupDuplicates(entries);
  const together = new Map<number, number[]>();
  for (const [id, group] of groups) {
    if (group !== null) together.set(group, [...(together.get(group) ?? []), id].sort());
  }
  return [...together.values()].sort();
};

test('groups entries that share any key, and leaves others ungrouped', () => {
  const entries = [
    entry(1, { title: 10, facts: 20 }),
    entry(2, { title: 10, facts: 21 }),
    entry(3, { title: 11, facts: 20 }),
    entry(4, { title: 12, facts: 22 }),
    entry(5),
    entry(6),
  ];
  expect(grouped(entries)).toEqual([[1, 2, 3]]);
});

test('joins duplicates with different audio URLs to those that share one', () => {
  const facts = { facts: 20 };
  const entries = [
    entry(1, { ...facts, title: 10 }),
    entry(2, { ...facts, title: 11 }),
    entry(3, { ...facts, title: 11 }),
  ];
  expect(grouped(entries)).toEqual([[1, 2, 3]]);
});

test('an entry with keys of two groups does not merge them', () => {
  const entries = [
    entry(1, { title: 10, facts: 20 }),
    entry(2, { title: 11, facts: 21 }),
    entry(3, { title: 10, facts: 21 }),
  ];
  expect(grouped(entries)).toEqual([[1, 3]]);
});

const keyFrom = (min: number) => fc.option(fc.integer({ min, max: min + 5 }));
const entriesOf = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 99 }),
    feedId: fc.integer({ min: 1, max: 5 }),
    seenAtMs: fc.integer({ min: 1, max: 3 }),
    keys: fc.record({ title: keyFrom(1), length: keyFrom(11), facts: keyFrom(21) }),
    group: fc.constant(null),
  }),
  { selector: ({ id }) => id, maxLength: 14 },
);

test('grouping ignores the order, and joins all entries with the same title key', () => {
  fc.assert(
    fc.property(entriesOf, fc.func(fc.integer()), (entries, by) => {
      const groups = groupDuplicates(entries);
      expect(groupDuplicates(entries.toSorted((a, b) => by(a.id) - by(b.id)))).toEqual(groups);
      for (const { id, keys } of entries) {
        const mates = entries.filter(
          (other) => keys.title !== null && other.keys.title === keys.title,
        );
        if (mates.length < 2) continue;
        expect(groups.get(id)).not.toBeNull();
        expect(new Set(mates.map((mate) => groups.get(mate.id))).size).toBe(1);
      }
    }),
  );
});

test('a later entry neither splits nor merges groups', () => {
  fc.assert(
    fc.property(entriesOf, (entries) => {
      const inOrder = entries.toSorted(byFirstSeen);
      const newest = inOrder.pop();
      const before = groupDuplicates(inOrder);
      const after = groupDuplicates(newest === undefined ? inOrder : [...inOrder, newest]);
      for (const { id: left } of inOrder) {
        for (const { id: right } of inOrder) {
          if (left === right) continue;
          const together = (groups: typeof before) =>
            groups.get(left) !== null && groups.get(left) === groups.get(right);
          expect(together(after)).toBe(together(before));
        }
      }
    }),
  );
});

test('attaching entries one by one gives the same groups as grouping all', () => {
  fc.assert(
    fc.property(entriesOf, (arrivals) => {
      let stored: DuplicateEntry[] = [];
      for (const arrival of arrivals) {
        const first = (kind: (typeof LINKING_KEYS)[number]) =>
          stored
            .filter(({ keys }) => arrival.keys[kind] !== null && keys[kind] === arrival.keys[kind])
            .sort(byFirstSeen)[0] ?? null;
        const holders = { title: first('title'), length: first('length'), facts: first('facts') };
        const { attached, touched } = attachDuplicates([arrival], () => holders);
        stored = withGroups([...stored, arrival], attached);
        if (touched.length > 0) stored = withGroups(stored, changedGroups(stored));
        expect(changedGroups(stored)).toEqual([]);
      }
    }),
  );
});

function withGroups(
  entries: readonly DuplicateEntry[],
  changed: readonly { id: number; group: number | null }[],
): DuplicateEntry[] {
  const groups = new Map(changed.map(({ id, group }) => [id, group]));
  return entries.map((each) => ({
    ...each,
    group: groups.has(each.id) ? (groups.get(each.id) ?? null) : each.group,
  }));
}
