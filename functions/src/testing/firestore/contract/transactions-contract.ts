import { type DocumentReference } from 'firebase-admin/firestore';
import { describe, expect, test } from 'vitest';
import { ALREADY_EXISTS, NOT_FOUND } from '../errors.ts';
import { codeOf, type ContractParts } from './contract-parts.ts';

export function describeTransactions({ empty }: ContractParts): void {
  describe('transactions', () => {
    test('all reads come before the first write', async () => {
      const { firestore, one } = await empty();
      const late = firestore.runTransaction(async (transaction) => {
        transaction.set(one, { a: 1 });
        await transaction.get(one);
      });
      await expect(late).rejects.toThrow('reads');
      expect((await one.get()).exists).toBe(false);
    });

    test('writes nothing if its work fails, and reruns no failure of the work', async () => {
      const { firestore, one } = await empty();
      let runs = 0;
      const failing = firestore.runTransaction(async (transaction) => {
        runs += 1;
        await transaction.get(one);
        transaction.set(one, { a: 1 });
        throw new Error('It fails.');
      });
      await expect(failing).rejects.toThrow('It fails.');
      expect([runs, (await one.get()).exists]).toEqual([1, false]);
    });

    test('fails for an existing document that it creates, and for a missing one that it updates', async () => {
      const { firestore, all, one } = await empty();
      await one.set({ a: 1 });
      const run = (ref: DocumentReference, how: 'create' | 'update') =>
        codeOf(
          firestore.runTransaction(async (transaction) => {
            await transaction.getAll(one, all.doc('two'));
            transaction.set(all.doc('three'), {});
            if (how === 'create') transaction.create(ref, {});
            else transaction.update(ref, { a: 1 });
          }),
        );
      expect(await run(one, 'create')).toBe(ALREADY_EXISTS);
      expect(await run(all.doc('two'), 'update')).toBe(NOT_FOUND);
      expect((await all.get()).size).toBe(1);
    });

    test('loses no increment of many at once', async () => {
      const { firestore, one } = await empty();
      const count = () =>
        firestore.runTransaction(
          async (transaction) => {
            const before = Number((await transaction.get(one)).get('n') ?? 0);
            transaction.set(one, { n: before + 1 });
            return before;
          },
          { maxAttempts: 20 },
        );
      const counted = await Promise.all(Array.from({ length: 5 }, count));
      expect(counted.sort()).toEqual([0, 1, 2, 3, 4]);
      expect((await one.get()).get('n')).toBe(5);
    });

    test('creates no document too many if it decides by the result of a query', async () => {
      const { firestore, all } = await empty();
      const create = (id: string) =>
        firestore.runTransaction(
          async (transaction) => {
            const { size } = await transaction.get(all.select().limit(2));
            if (size < 2) transaction.create(all.doc(id), { a: 1 });
          },
          { maxAttempts: 20 },
        );
      await Promise.all(['a', 'b', 'c', 'd'].map(create));
      expect((await all.get()).size).toBe(2);
    });

    test('reads a selection, and has its writes in order', async () => {
      const { firestore, all, one } = await empty();
      await one.set({ a: 1, b: 2 });
      const found = await firestore.runTransaction(async (transaction) => {
        const [chosen] = await transaction.getAll(one, { fieldMask: ['a'] });
        const { docs } = await transaction.get(all.where('a', '==', 1).select('b'));
        transaction.update(one, { a: 2 }).set(one, { c: 3 }, { merge: true });
        transaction.delete(all.doc('none'));
        return [chosen?.data(), docs[0]?.data()];
      });
      expect(found).toEqual([{ a: 1 }, { b: 2 }]);
      expect((await one.get()).data()).toEqual({ a: 2, b: 2, c: 3 });
    });
  });
}
