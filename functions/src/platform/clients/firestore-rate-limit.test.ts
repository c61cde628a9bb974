import { beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS } from '../../contract/index.ts';
import { storedFirestore, type StoredFirestore } from '../testing/stored-firestore.ts';
import * as calls from './count-call.ts';
import {
  clientId,
  connectSharedCount,
  countInFirestore,
  createClientIds,
} from './firestore-rate-limit.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const WINDOW = { limit: 3, windowMs: 1000 };
const KEY = 'system/callerKey';

let world: StoredFirestore;

beforeEach(() => {
  world = storedFirestore(() => NOW);
});

test('all instances derive the same id from the shared key', async () => {
  const [one, other] = [createClientIds(() => 5), createClientIds(() => 6)];
  const id = await one(world.firestore, 'visitors 192.0.2.7');
  expect(await other(world.firestore, 'visitors 192.0.2.7')).toBe(id);
  expect(await other(world.firestore, 'visitors 192.0.2.8')).not.toBe(id);
  world.remove(KEY);
  expect(await createClientIds(() => 5)(world.firestore, 'visitors 192.0.2.7')).not.toBe(id);
});

test('loads the key once a day and replaces it the next day', async () => {
  let now = 0;
  const idOf = createClientIds(() => now);
  const first = await idOf(world.firestore, 'a');
  expect(await idOf(world.firestore, 'a')).toBe(first);
  const key = world.stored()[KEY];
  world.remove(KEY);
  expect(await idOf(world.firestore, 'a')).toBe(first);
  now = DAY_MS;
  expect(await idOf(world.firestore, 'a')).not.toBe(first);
  expect(world.stored()[KEY]).toMatchObject({ day: '1970-01-02' });
  expect(world.stored()[KEY]).not.toEqual(key);
});

test('an instance whose clock is behind uses the newer key', async () => {
  const ahead = await createClientIds(() => DAY_MS)(world.firestore, 'a');
  expect(await createClientIds(() => DAY_MS - 1)(world.firestore, 'a')).toBe(ahead);
});

test('retries after a failure to load the key', async () => {
  const idOf = createClientIds(() => 5);
  vi.spyOn(world.firestore, 'runTransaction').mockRejectedValueOnce(new Error('away'));
  await expect(idOf(world.firestore, 'a')).rejects.toThrow('away');
  await expect(idOf(world.firestore, 'a')).resolves.toHaveLength(43);
});

test('replaces a damaged key', async () => {
  world.set(KEY, { day: '9999-01-01', key: 5 });
  await createClientIds(() => 5)(world.firestore, 'a');
  expect(world.stored()[KEY]).toMatchObject({
    day: '1970-01-01',
    key: expect.any(String) as string,
  });
});

const count = (client: string, wanted: number[], now = NOW) =>
  countInFirestore(client, wanted, now, WINDOW);
const counted = () =>
  Object.entries(world.stored()).filter(([path]) => path.startsWith('rateLimits/'));

test('counts the calls of each client until their window is over', async () => {
  expect(await count('ada', [1, 1])).toEqual([
    { allowed: true, left: 2 },
    { allowed: true, left: 1 },
  ]);
  expect(counted()).toEqual([
    [expect.not.stringContaining('ada'), { calls: [NOW, NOW], expireAt: NOW + 1000 }],
  ]);
  expect(await count('ada', [1], NOW + 10)).toEqual([{ allowed: true, left: 0 }]);
  expect(counted()).toEqual([
    [expect.anything(), { calls: [NOW, NOW, NOW + 10], expireAt: NOW + 1010 }],
  ]);
  expect(await count('ada', [1], NOW + 20)).toEqual([{ allowed: false, retryAfterMs: 980 }]);
  expect(await count('bob', [1], NOW + 20)).toEqual([{ allowed: true, left: 2 }]);
  expect(await count('ada', [1], NOW + 1000)).toEqual([{ allowed: true, left: 1 }]);
});

test('writes nothing for a refused call', async () => {
  await count('ada', [3]);
  const before = counted();
  expect(await count('ada', [1], NOW + 10)).toMatchObject([{ allowed: false }]);
  expect(counted()).toEqual(before);
});

test('counts anew if the stored calls are damaged', async () => {
  await count('ada', [1]);
  world.update(counted()[0]![0], { calls: 5 });
  expect(await count('ada', [1])).toEqual([{ allowed: true, left: 2 }]);
});

/** Another instance writes whenever this one has read. */
function contend(times: number): void {
  const { countCalls } = calls;
  vi.spyOn(calls, 'countCalls').mockImplementation((...given) => {
    const found = counted()[0]?.[0];
    if (times-- > 0 && found) world.update(found, { calls: [...given[0], NOW] });
    return countCalls(...given);
  });
}

test('counts the calls that another instance counts meanwhile', async () => {
  await count('ada', [1]);
  contend(1);
  expect(await count('ada', [1])).toEqual([{ allowed: true, left: 0 }]);
  expect(counted()).toMatchObject([[expect.anything(), { calls: [NOW, NOW, NOW] }]]);
});

test('counts the first call of another instance meanwhile', async () => {
  const path = `rateLimits/${await clientId(world.firestore, 'ada')}`;
  const { countCalls } = calls;
  vi.spyOn(calls, 'countCalls').mockImplementationOnce((...given) => {
    world.set(path, { calls: [NOW] });
    return countCalls(...given);
  });
  expect(await count('ada', [1])).toEqual([{ allowed: true, left: 1 }]);
});

test('tries no count again that fails for another reason than a conflict', async () => {
  const write = vi.fn(() => Promise.reject(Object.assign(new Error('away'), { code: 14 })));
  const document = { get: () => Promise.resolve({ get: () => [] }), create: write };
  vi.spyOn(world.firestore, 'collection').mockReturnValue({ doc: () => document } as never);
  await expect(count('ada', [1])).rejects.toThrow('away');
  expect(write).toHaveBeenCalledOnce();
});

test('gives up after many conflicts', async () => {
  world.set(KEY, { day: new Date(NOW).toISOString().slice(0, 10), key: 'AAAA' });
  await count('ada', [1]);
  const { limit } = WINDOW;
  WINDOW.limit = 1000;
  contend(Infinity);
  await expect(count('ada', [1])).rejects.toThrow('Write conflict after 20 attempts.');
  WINDOW.limit = limit;
});

test('counts all concurrent calls of one client, of a client without a document too', async () => {
  const all = await Promise.all([1, 1, 1, 1].map((units) => count('ada', [units])));
  expect(all.flat().filter(({ allowed }) => allowed)).toHaveLength(3);
});

test('passes on that Firestore is away', async () => {
  await count('ada', [1]);
  vi.spyOn(world.firestore, 'collection').mockImplementation(() => {
    throw new Error('away');
  });
  await expect(count('ada', [1])).rejects.toThrow('away');
});

test('connecting writes no count, and never fails', async () => {
  await connectSharedCount();
  expect(counted()).toEqual([]);
  vi.spyOn(world.firestore, 'doc').mockImplementation(
    () => ({ get: () => Promise.reject(new Error('away')) }) as never,
  );
  await connectSharedCount();
});
