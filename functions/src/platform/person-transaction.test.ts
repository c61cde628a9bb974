import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { personTransaction, retriedTransaction } from './person-transaction.ts';
import { storedFirestore, type StoredFirestore } from './testing/stored-firestore.ts';

let world: StoredFirestore;

beforeEach(() => {
  world = storedFirestore();
});

/** Adds 1 in a transaction that other instances disturb so many times. */
function add(disturbed: number): Promise<void> {
  const counter = world.firestore.doc('users/ada');
  let left = disturbed;
  return personTransaction(world.firestore, 'ada', async (transaction) => {
    const before = Number((await transaction.get(counter)).get('count') ?? 0);
    if (left-- > 0) world.set('users/ada', { count: before + 10 });
    transaction.set(counter, { count: before + 1 });
  });
}

test('tries a transaction fifteen times, because other instances may write meanwhile', async () => {
  await add(14);
  expect(world.stored()).toEqual({ 'users/ada': { count: 141 } });
  await expect(add(15)).rejects.toThrow();
});

test('runs the transactions of one person one after another', async () => {
  await Promise.all(Array.from({ length: 40 }, () => add(0)));
  expect(world.stored()).toEqual({ 'users/ada': { count: 40 } });
});

test.each([
  ['one after another on the emulator', 'localhost:8080', 1],
  ['at once in production', '', 5],
])('runs the transactions of an instance %s', async (_when, emulator, most) => {
  vi.stubEnv('FIRESTORE_EMULATOR_HOST', emulator);
  onTestFinished(() => void vi.unstubAllEnvs());
  let running = 0;
  const counts: number[] = [];
  const run = () =>
    retriedTransaction(world.firestore, async (transaction) => {
      running += 1;
      counts.push(running);
      await transaction.get(world.firestore.doc('system/any'));
      running -= 1;
    });
  await Promise.all(Array.from({ length: 5 }, run));
  expect(Math.max(...counts)).toBe(most);
});
