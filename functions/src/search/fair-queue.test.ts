import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../testing/fuzz-runs.ts';
import { createFairQueue } from './fair-queue.ts';

/** A queue of tasks that the test ends. */
function filled(atOnce: number, slow: readonly string[] = []) {
  const queue = createFairQueue(atOnce, (client) => slow.includes(client));
  const running: { name: string; client: string; end: () => void }[] = [];
  let most = 0;
  function add(name: string, client: string, signal = new AbortController().signal) {
    const ended = queue.run(new Set([client]), signal, () => {
      const work = new Promise<void>((end) => running.push({ name, client, end }));
      most = Math.max(most, running.length);
      return work;
    });
    return ended.catch(() => 'left');
  }
  async function settle() {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  }
  async function end(name: string) {
    const at = running.findIndex((each) => each.name === name);
    running.splice(at, 1)[0]?.end();
    await settle();
  }
  const names = () => running.map(({ name }) => name);
  return { add, end, names, running, settle, most: () => most };
}

test('runs two tasks of a busy client and serves all others first', async () => {
  const { add, end, names, settle } = filled(4);
  for (let each = 1; each <= 8; each += 1) void add(`heavy ${each}`, 'heavy');
  for (const other of ['a', 'b', 'c']) void add(other, other);
  await settle();
  expect(names()).toEqual(['heavy 1', 'heavy 2', 'a', 'b']);
  await end('heavy 1');
  expect(names()).toEqual(['heavy 2', 'a', 'b', 'c']);
  await end('a');
  expect(names()).toEqual(['heavy 2', 'b', 'c', 'heavy 3']);
});

test('six slow clients leave one slot to others and take turns in the rest', async () => {
  const slow = ['a', 'b', 'c', 'd', 'e', 'f'];
  const { add, end, names, settle } = filled(4, slow);
  for (const client of slow) void add(client, client);
  await settle();
  expect(names()).toEqual(['a', 'b', 'c']);
  void add('ordinary', 'visitor');
  await settle();
  expect(names()).toEqual(['a', 'b', 'c', 'ordinary']);
  await end('ordinary');
  expect(names()).toEqual(['a', 'b', 'c']);
  await end('a');
  expect(names()).toEqual(['b', 'c', 'd']);
});

test('serves a slow client if there is only one slot', async () => {
  const { add, names, settle } = filled(1, ['a']);
  void add('a', 'a');
  await settle();
  expect(names()).toEqual(['a']);
});

test('skips tasks whose client has left', async () => {
  const { add, end, names, settle } = filled(1);
  const left = new AbortController();
  void add('first', 'a');
  const second = add('second', 'b', left.signal);
  void add('third', 'c');
  await settle();
  left.abort();
  expect(await second).toBe('left');
  await end('first');
  expect(names()).toEqual(['third']);
});

test('leaves no slot empty while a task may use it, and starves nobody', async () => {
  const steps = fc.array(fc.record({ client: fc.nat(4), ends: fc.nat(3) }), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), steps, async (atOnce, asked) => {
      const { add, end, running, settle, most } = filled(atOnce);
      const waiting = new Map<string, number>();
      const all: Promise<unknown>[] = [];
      const check = async () => {
        await settle();
        const of = (client: string) => running.filter((each) => each.client === client).length;
        for (const [client, count] of waiting) {
          expect(of(client)).toBeLessThanOrEqual(2);
          const mayBegin = count > of(client) && of(client) < 2;
          if (mayBegin) expect(running).toHaveLength(atOnce);
        }
      };
      const finish = async () => {
        const [first] = running;
        if (first === undefined) return;
        waiting.set(first.client, (waiting.get(first.client) ?? 0) - 1);
        await end(first.name);
      };
      for (const [at, { client, ends }] of asked.entries()) {
        waiting.set(`${client}`, (waiting.get(`${client}`) ?? 0) + 1);
        all.push(add(`${at}`, `${client}`));
        await check();
        for (let ended = 0; ended < ends; ended += 1) await finish();
        await check();
      }
      while (running.length > 0) await finish();
      await Promise.all(all);
      expect(most()).toBeLessThanOrEqual(atOnce);
    }),
    { numRuns: fuzzRuns(200) },
  );
});
