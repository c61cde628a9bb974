import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { describe, expect, test } from 'vitest';
import { INVALID_ARGUMENT } from '../errors.ts';
import { codeOf, type ContractParts } from './contract-parts.ts';

const MIB = 1_048_576;

export function describeDocuments({ empty }: ContractParts): void {
  describe('documents', () => {
    test('references know their path, id and parent', async () => {
      const { firestore, one } = await empty();
      const nested = one.collection('alerts').doc('000');
      expect(nested.path).toBe(`${one.path}/alerts/000`);
      expect([nested.id, nested.parent.id, nested.parent.parent?.path]).toEqual([
        '000',
        'alerts',
        one.path,
      ]);
      expect(one.parent.parent).toBeNull();
      expect(firestore.doc(nested.path).isEqual(nested)).toBe(true);
      expect(nested.parent.doc().id).not.toBe(nested.parent.doc().id);
    });

    test('a missing document has no fields and no times', async () => {
      const { one } = await empty();
      const found = await one.get();
      expect([found.exists, found.data(), found.get('a'), found.updateTime]).toEqual([
        false,
        undefined,
        undefined,
        undefined,
      ]);
    });

    test('stores each kind of value, with dates as timestamps and microseconds', async () => {
      const { one } = await empty();
      const date = new Date(1_700_000_000_123);
      const fields = {
        text: 'ä',
        number: 1.5,
        yes: true,
        nothing: null,
        at: new Timestamp(1, 2999),
        date,
        bytes: new Uint8Array([1, 2]),
        list: [1, { a: [2] }],
        map: { 'a.b': { c: 1 }, empty: {} },
      };
      await one.set(fields);
      const found = (await one.get()).data();
      expect(found).toEqual({
        ...fields,
        at: new Timestamp(1, 2000),
        date: Timestamp.fromDate(date),
        bytes: Buffer.from([1, 2]),
      });
      expect(found?.['bytes']).toBeInstanceOf(Buffer);
      expect(found?.['at']).toBeInstanceOf(Timestamp);
    });

    test.each([
      ['undefined', { a: undefined }],
      ['undefined in a map', { a: { b: undefined } }],
      ['undefined in a list', { a: [undefined] }],
      ['a class', { a: new Map() }],
      ['a deletion', { a: FieldValue.delete() }],
      ['a transform in a list', { a: [FieldValue.serverTimestamp()] }],
    ])('refuses %s', async (_what, fields) => {
      const { one } = await empty();
      await expect((async () => one.set(fields))()).rejects.toThrow();
      await expect((async () => one.create(fields))()).rejects.toThrow();
      expect((await one.get()).exists).toBe(false);
    });

    test('shares nothing with what was written or read', async () => {
      const { one } = await empty();
      const given = { list: [1], map: { a: 1 }, bytes: new Uint8Array([1]) };
      await one.set(given);
      given.list.push(2);
      given.map.a = 2;
      given.bytes[0] = 2;
      const read = await one.get();
      (read.get('list') as number[]).push(3);
      const expected = { list: [1], map: { a: 1 }, bytes: Buffer.from([1]) };
      expect(read.data()).toEqual(expected);
      expect((await one.get()).data()).toEqual(expected);
    });

    test('a document holds 1 MiB, with its path, the names of its fields and 32 bytes', async () => {
      const { one } = await empty();
      const ofPath = one.path.split('/').reduce((sum, id) => sum + id.length + 1, 16);
      const room = MIB - 32 - ofPath - 2 * 'a'.length - 2;
      const half = Buffer.alloc(MIB / 2);
      await one.set({ a: half, b: Buffer.alloc(room - half.length) });
      expect(await codeOf(one.set({ a: half, b: half }))).toBe(INVALID_ARGUMENT);
      expect(await codeOf(one.update({ [`n${'n'.repeat(300)}`]: 1 }))).toBe(INVALID_ARGUMENT);
      expect((await one.get()).get('b')).toHaveLength(room - half.length);
    });

    test('a field holds 1 MiB without 89 bytes', async () => {
      const { one } = await empty();
      await one.set({ a: Buffer.alloc(MIB - 89 - 200) });
      expect(await codeOf(one.set({ a: Buffer.alloc(MIB - 88) }))).toBe(INVALID_ARGUMENT);
      expect(await codeOf(one.set({ a: 'x'.repeat(MIB) }))).toBe(INVALID_ARGUMENT);
    });

    test('an id has 1500 bytes', async () => {
      const { all } = await empty();
      await all.doc('ä'.repeat(750)).set({});
      const tooLong = async () => all.doc('ä'.repeat(751)).set({});
      await expect(tooLong()).rejects.toThrow();
      for (const id of ['', 'a//b', '..', '__a__']) {
        await expect((async () => all.doc(id).set({}))()).rejects.toThrow();
      }
    });

    test('getAll keeps the order and reads only the chosen fields', async () => {
      const { firestore, all, one } = await empty();
      await one.set({ a: 1, b: { c: 2, d: 3 }, e: 4 });
      const found = await firestore.getAll(all.doc('two'), one, one, { fieldMask: ['a', 'b.c'] });
      expect(found.map((each) => each.data())).toEqual([
        undefined,
        { a: 1, b: { c: 2 } },
        { a: 1, b: { c: 2 } },
      ]);
    });

    test('lists collections of a document that may be missing, and deletes them', async () => {
      const { firestore, one } = await empty();
      await one.collection('b').doc('x').set({});
      await one.collection('a').doc('x').collection('c').doc('y').set({});
      const ids = async () => (await one.listCollections()).map(({ id }) => id);
      expect(await ids()).toEqual(['a', 'b']);
      const writer = firestore.bulkWriter();
      let deleted = 0;
      writer.onWriteResult(() => (deleted += 1));
      await firestore.recursiveDelete(one.collection('a'), writer);
      void writer.delete(one);
      await writer.close();
      expect(await ids()).toEqual(['b']);
      expect(deleted).toBe(2);
    });
  });
}
