import { Timestamp } from 'firebase-admin/firestore';
import { beforeEach, expect, test } from 'vitest';
import { describeFirestore } from './describe-firestore.ts';
import { firestoreDocuments, memoryFirestore } from './memory-firestore.ts';

let documents = firestoreDocuments();

beforeEach(() => {
  documents = firestoreDocuments();
});

describeFirestore(
  () => Promise.resolve(memoryFirestore(documents)),
  () => 'people',
);

test('gives times of its clock, each commit a later one', async () => {
  const firestore = memoryFirestore(documents, { now: () => 5000 });
  const first = await firestore.doc('people/one').set({});
  const second = await firestore.doc('people/one').set({});
  expect(first.writeTime).toEqual(new Timestamp(5, 0));
  expect(second.writeTime).toEqual(new Timestamp(5, 1000));
});

test.each([
  ['document', (other: FirebaseFirestore.Firestore) => other.doc('people/one').set({ n: 1 })],
  [
    'result of a query',
    (other: FirebaseFirestore.Firestore) => other.doc('people/two').set({ n: 1 }),
  ],
])('reruns a transaction whose %s has changed, five times at most', async (what, write) => {
  const firestore = memoryFirestore(documents);
  const runs = (changes: number) => {
    let count = 0;
    return firestore
      .runTransaction(async (transaction) => {
        count += 1;
        if (what === 'document') await transaction.get(firestore.doc('people/one'));
        else await transaction.get(firestore.collection('people').where('n', '==', 1));
        if (count <= changes) await write(memoryFirestore(documents));
        transaction.set(firestore.doc('people/result'), { count });
        return count;
      })
      .catch((error: unknown) => [count, (error as { code: unknown }).code]);
  };
  expect(await runs(0)).toBe(1);
  expect(await runs(4)).toBe(5);
  expect(await runs(5)).toEqual([5, 10]);
});

test('pauses before and after each operation, and does nothing after its process died', async () => {
  let left = Infinity;
  let pauses = 0;
  const pause = () => {
    pauses += 1;
    left -= 1;
    return left < 0 ? new Promise<void>(() => undefined) : Promise.resolve();
  };
  const firestore = memoryFirestore(documents, { pause });
  const there = async () => (await memoryFirestore(documents).doc('people/one').get()).exists;
  await firestore.doc('people/two').get();
  expect(pauses).toBe(2);
  left = 0;
  void firestore.doc('people/one').set({});
  await new Promise((resolve) => setImmediate(resolve));
  expect(await there()).toBe(false);
  left = 1;
  void firestore.doc('people/one').set({});
  await new Promise((resolve) => setImmediate(resolve));
  expect(await there()).toBe(true);
});

test('throws for everything that it does not have', async () => {
  const firestore = memoryFirestore(documents);
  expect(() => firestore.settings({})).toThrow('memoryFirestore');
  expect(() => firestore.collection('people').offset(1)).toThrow('memoryFirestore');
  expect(() => firestore.doc('people/one').onSnapshot(() => undefined)).toThrow('memoryFirestore');
  const found = await firestore.doc('people/one').get();
  expect(() => found.readTime).toThrow('memoryFirestore');
  expect(() => firestore.collection('people').where('a', '!=', 1)).toThrow('memoryFirestore');
});
