import { FieldPath, type Query } from 'firebase-admin/firestore';
import { describe, expect, test } from 'vitest';
import { type ContractParts, ms } from './contract-parts.ts';

export function describeQueries({ empty }: ContractParts): void {
  describe('queries', () => {
    async function seeded(documents: Record<string, object>) {
      const parts = await empty();
      for (const [id, fields] of Object.entries(documents)) await parts.all.doc(id).set(fields);
      return parts;
    }
    const idsOf = ({ docs }: { docs: readonly { id: string }[] }) => docs.map(({ id }) => id);

    test('filters by values of the same type, ordered by the compared field', async () => {
      const { all } = await seeded({
        a: { n: 2, s: 'on' },
        b: { n: 1, s: 'on' },
        c: { n: ms(5), s: 'off' },
        d: { s: 'on' },
        e: { n: null },
        f: { n: '3', s: 'on' },
      });
      expect(idsOf(await all.where('n', '>=', 1).get())).toEqual(['b', 'a']);
      expect(idsOf(await all.where('n', '<', 2).get())).toEqual(['b']);
      expect(idsOf(await all.where('n', '>', ms(4)).get())).toEqual(['c']);
      expect(idsOf(await all.where('n', '<=', '3').get())).toEqual(['f']);
      expect(idsOf(await all.where('n', '==', null).get())).toEqual(['e']);
      expect(idsOf(await all.where('s', '==', 'on').where('n', '<', 5).orderBy('n').get())).toEqual(
        ['b', 'a'],
      );
      expect(idsOf(await all.where('s', 'in', ['off', 'x']).get())).toEqual(['c']);
      expect(idsOf(await all.orderBy('n').get())).toEqual(['e', 'b', 'a', 'c', 'f']);
      expect(idsOf(await all.orderBy('n', 'desc').limit(2).get())).toEqual(['f', 'c']);
    });

    test('finds members of lists and values in maps', async () => {
      const { all } = await seeded({
        a: { list: [1, 2], map: { x: 1 } },
        b: { list: 1, map: { x: 2 } },
      });
      expect(idsOf(await all.where('list', 'array-contains', 2).get())).toEqual(['a']);
      expect(idsOf(await all.where('list', 'array-contains-any', [3, 2, 1]).get())).toEqual(['a']);
      expect(idsOf(await all.where('list', 'array-contains-any', [3]).get())).toEqual([]);
      expect(idsOf(await all.where('map.x', '==', 2).get())).toEqual(['b']);
    });

    test('documents with equal values are ordered by name, by bytes', async () => {
      const { all } = await seeded({
        b: { n: 1 },
        B: { n: 1 },
        '0': { n: 1 },
        ä: { n: 1 },
        a: { n: 2 },
      });
      expect(idsOf(await all.orderBy('n').get())).toEqual(['0', 'B', 'b', 'ä', 'a']);
      expect(idsOf(await all.orderBy('n', 'desc').get())).toEqual(['a', 'ä', 'b', 'B', '0']);
      expect(idsOf(await all.get())).toEqual(['0', 'B', 'a', 'b', 'ä']);
    });

    test('reads pages after the last document', async () => {
      const { all } = await seeded({ a: { n: 1 }, b: { n: 1 }, c: { n: 1 }, d: { n: 2 }, e: {} });
      const pages = async (query: Query) => {
        const found: string[][] = [];
        let page = await query.limit(2).get();
        while (!page.empty) {
          found.push(idsOf(page));
          const last = page.docs.at(-1);
          if (last === undefined) break;
          page = await query.startAfter(last).limit(2).get();
        }
        return found;
      };
      expect(await pages(all.where('n', '>=', 1).orderBy('n').select('n'))).toEqual([
        ['a', 'b'],
        ['c', 'd'],
      ]);
      expect(await pages(all.orderBy(FieldPath.documentId()))).toEqual([
        ['a', 'b'],
        ['c', 'd'],
        ['e'],
      ]);
      const byName = all.orderBy('__name__');
      expect(idsOf(await byName.startAt('b').endBefore('d').get())).toEqual(['b', 'c']);
    });

    test('selects fields, or none', async () => {
      const { all } = await seeded({ a: { n: 1, map: { x: 1, y: 2 } } });
      expect((await all.select('map.x', 'none').get()).docs.map((each) => each.data())).toEqual([
        { map: { x: 1 } },
      ]);
      const [bare] = (await all.select().get()).docs;
      expect([bare?.id, bare?.exists, bare?.data()]).toEqual(['a', true, {}]);
    });

    test('counts', async () => {
      const { all } = await seeded({ a: { n: 1 }, b: { n: 2 }, c: {} });
      expect((await all.where('n', '>=', 2).count().get()).data()).toEqual({ count: 1 });
      expect((await all.count().get()).data().count).toBe(3);
    });

    test('a group has the collections of all people, ordered by path', async () => {
      const { firestore, all } = await empty();
      const id = `${all.id}-alerts`;
      for (const uid of ['b', 'a', 'c']) await all.doc(uid).collection(id).doc('000').set({ n: 1 });
      await firestore.collection(id).doc('x').set({ n: 1 });
      const group = firestore.collectionGroup(id);
      const owners = ({
        docs,
      }: {
        docs: readonly { ref: { parent: { parent: { id: string } | null } } }[];
      }) => docs.map(({ ref }) => ref.parent.parent?.id);
      expect(owners(await group.where('n', '==', 1).get()).sort()).toEqual([
        'a',
        'b',
        'c',
        undefined,
      ]);
      const named = group.orderBy(FieldPath.documentId());
      const at = (uid: string) => all.doc(uid).collection(id).doc('!');
      expect(owners(await named.startAt(at('b')).endBefore(at('c')).get())).toEqual(['b']);
    });
  });
}
