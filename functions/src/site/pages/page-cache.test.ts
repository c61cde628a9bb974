import { expect, test } from 'vitest';
import { createPageCache } from './page-cache.ts';

function counting() {
  let made = 0;
  let now = 0;
  const pageOf = createPageCache<number>(
    { isWorthKeeping: (page) => page > 0, sizeOf: () => 200_000 },
    { now: () => now },
  );
  const get = (key = 'a', make = () => Promise.resolve((made += 1))) => pageOf(key, make);
  return { get, made: () => made, pass: (ms: number) => (now += ms) };
}

test('renders each page once a minute', async () => {
  const { get, pass } = counting();
  expect(await Promise.all([get(), get(), get('b')])).toEqual([1, 1, 2]);
  pass(60_000);
  expect(await get()).toBe(3);
});

test('renders a page again after the clock was set back', async () => {
  const { get, pass } = counting();
  await get();
  pass(-60_000);
  expect(await get()).toBe(2);
});

test('renders a rejected or failed page again', async () => {
  const { get, made } = counting();
  await get('a', () => Promise.resolve(0));
  await expect(get('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await get();
  expect(made()).toBe(1);
});

test('drops the oldest page when there is no room', async () => {
  const { get, made } = counting();
  for (let page = 0; page <= 200; page += 1) await get(`${page}`);
  await get('200');
  expect(made()).toBe(201);
  await get('0');
  expect(made()).toBe(202);
});
