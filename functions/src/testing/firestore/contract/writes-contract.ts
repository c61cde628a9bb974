import { FieldPath, FieldValue, Timestamp } from 'firebase-admin/firestore';
import { describe, expect, test } from 'vitest';
import { ALREADY_EXISTS, FAILED_PRECONDITION, NOT_FOUND } from '../errors.ts';
import { codeOf, type ContractParts, isAfter, ms } from './contract-parts.ts';

export function describeWrites({ empty }: ContractParts): void {
  describe('writes', () => {
    test('set replaces, merge keeps other fields at every depth, and empty maps replace', async () => {
      const { one } = await empty();
      await one.set({ a: 1, map: { b: 1, c: { d: 1 } }, list: [1, 2] });
      await one.set({ map: { c: { e: 2 } }, list: [3] }, { merge: true });
      expect((await one.get()).data()).toEqual({
        a: 1,
        map: { b: 1, c: { d: 1, e: 2 } },
        list: [3],
      });
      await one.set(
        { map: { b: FieldValue.delete(), c: {} }, a: FieldValue.delete() },
        { merge: true },
      );
      expect((await one.get()).data()).toEqual({ map: { c: {} }, list: [3] });
      await one.set({ 'x.y': 1 }, { merge: true });
      expect((await one.get()).get(new FieldPath('x.y'))).toBe(1);
      await one.set({ b: 1 });
      expect((await one.get()).data()).toEqual({ b: 1 });
    });

    test('a merge creates a missing document, even of deletions only', async () => {
      const { one, all } = await empty();
      await one.set({ a: FieldValue.delete(), b: 1 }, { merge: true });
      await all.doc('two').set({ a: FieldValue.delete() }, { merge: true });
      expect((await one.get()).data()).toEqual({ b: 1 });
      expect((await all.doc('two').get()).data()).toEqual({});
    });

    test('update changes paths, replaces whole maps and removes fields', async () => {
      const { one } = await empty();
      await one.set({ a: { b: 1, c: 1 }, map: { d: 1, e: 1 }, gone: 1 });
      await one.update({ 'a.b': 2, map: { e: 2 }, gone: FieldValue.delete(), 'new.deep': 1 });
      expect((await one.get()).data()).toEqual({
        a: { b: 2, c: 1 },
        map: { e: 2 },
        new: { deep: 1 },
      });
      await one.update(new FieldPath('a', 'x.y'), 3, 'map', FieldValue.delete());
      expect((await one.get()).data()).toEqual({ a: { b: 2, c: 1, 'x.y': 3 }, new: { deep: 1 } });
    });

    test.each([
      ['nothing', {}],
      ['a path and a part of it', { a: 1, 'a.b': 2 }],
      ['undefined', { a: undefined }],
      ['a deletion in a map', { a: { b: FieldValue.delete() } }],
      ['an invalid path', { 'a..b': 1 }],
    ])('update refuses %s', async (_what, fields) => {
      const { one } = await empty();
      await one.set({ kept: 1 });
      await expect((async () => one.update(fields))()).rejects.toThrow();
      expect((await one.get()).data()).toEqual({ kept: 1 });
    });

    test('create fails for an existing document, update for a missing one', async () => {
      const { one } = await empty();
      expect(await codeOf(one.update({ a: 1 }))).toBe(NOT_FOUND);
      await one.create({ a: 1 });
      expect(await codeOf(one.create({ a: 2 }))).toBe(ALREADY_EXISTS);
      expect((await one.get()).data()).toEqual({ a: 1 });
      await one.delete();
      await one.delete();
      expect((await one.get()).exists).toBe(false);
    });

    test('a write with the last time of the document fails after another write', async () => {
      const { one, all } = await empty();
      await one.set({ a: 1 });
      const lastUpdateTime = (await one.get()).updateTime ?? ms(0);
      await one.update({ a: 2 }, { lastUpdateTime });
      expect(await codeOf(one.update({ a: 3 }, { lastUpdateTime }))).toBe(FAILED_PRECONDITION);
      expect(await codeOf(one.delete({ lastUpdateTime }))).toBe(FAILED_PRECONDITION);
      expect((await one.get()).data()).toEqual({ a: 2 });
      expect([NOT_FOUND, FAILED_PRECONDITION]).toContain(
        await codeOf(all.doc('two').update({ a: 1 }, { lastUpdateTime })),
      );
    });

    test('each write has a later time, and the time of creation stays', async () => {
      const { one } = await empty();
      await one.set({ a: 1 });
      const first = await one.get();
      await one.set({ a: 2 });
      const second = await one.get();
      expect(second.createTime).toEqual(first.createTime);
      expect(first.createTime).toEqual(first.updateTime);
      expect(isAfter(second.updateTime, first.updateTime)).toBe(true);
      await one.delete();
      await one.set({ a: 2 });
      expect(isAfter((await one.get()).createTime, second.updateTime)).toBe(true);
    });

    test('transforms apply to what is stored', async () => {
      const { one } = await empty();
      const now = FieldValue.serverTimestamp();
      await one.set({ a: now, map: { b: now, c: 1 }, list: [1] });
      const first = await one.get();
      expect(first.get('a')).toBeInstanceOf(Timestamp);
      expect(first.get('map.b')).toEqual(first.get('a'));
      expect(first.get('map.c')).toBe(1);
      await one.set(
        { list: FieldValue.arrayUnion(2, 1, 2), count: FieldValue.increment(2) },
        { merge: true },
      );
      await one.update({
        list: FieldValue.arrayRemove(1, 7),
        count: FieldValue.increment(-5),
        map: { d: now },
        none: FieldValue.arrayRemove(1),
      });
      const second = await one.get();
      expect(second.data()).toMatchObject({ list: [2], count: -3, none: [] });
      expect(Object.keys(second.get('map') as object)).toEqual(['d']);
      expect(
        (second.get('map.d') as Timestamp).valueOf() >= (first.get('a') as Timestamp).valueOf(),
      ).toBe(true);
    });
  });

  describe('batches', () => {
    test('a batch writes everything or nothing', async () => {
      const { firestore, all, one } = await empty();
      await one.set({ a: 1 });
      const failing = firestore.batch();
      failing.set(all.doc('two'), { a: 1 }).create(one, { a: 2 });
      expect(await codeOf(failing.commit())).toBe(ALREADY_EXISTS);
      expect((await all.get()).size).toBe(1);
      const batch = firestore.batch();
      batch.set(all.doc('two'), { a: 1 }).update(all.doc('two'), { b: 2 }).delete(one);
      await batch.commit();
      expect((await all.get()).docs.map((each) => each.data())).toEqual([{ a: 1, b: 2 }]);
    });

    test('bulk writes succeed and fail each for itself', async () => {
      const { firestore, all, one } = await empty();
      await one.set({ a: 1 });
      const writer = firestore.bulkWriter();
      const codes = Promise.all([
        codeOf(writer.update(all.doc('two'), { a: 1 })),
        codeOf(writer.update(one, { a: 2 })),
        codeOf(writer.set(all.doc('three'), { a: 3 }, { merge: true })),
      ]);
      await writer.close();
      expect(await codes).toEqual([NOT_FOUND, 0, 0]);
      expect((await all.get()).docs.map((each) => each.get('a') as unknown)).toEqual([2, 3]);
    });
  });
}
