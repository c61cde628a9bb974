import { expect, it } from 'vitest';
import { HOUR_MS } from '../../contract/index.ts';
import { feedItem, NOW, readingOf, temporarySqlite } from '../test-catalogue.ts';
import { querySqlite } from './sqlite-query.ts';
import { storeInSqlite } from './sqlite-store-feed.ts';

const FEED = 'https://show.example/feed';

it('a query is ended before it begins when it would read too much of the index, and says so', () => {
  const catalogue = temporarySqlite();
  const items = Array.from({ length: 600 }, (_, age) =>
    feedItem({
      title: age === 7 ? 'of the rare' : 'the end of',
      publishedAtMs: NOW - age * HOUR_MS,
    }),
  );
  storeInSqlite(catalogue, FEED, readingOf(items), NOW);
  const ask = (keywords: string[], mostWork?: number) =>
    querySqlite(catalogue, { keywords, limit: 3, totalLimit: 5 }, mostWork);
  const refused = expect.objectContaining({ code: 'upstream-timeout' }) as Error;

  // Two words of 600 episodes each, nowhere side by side but in one.
  expect(ask(['of the']).total).toBe(1);
  expect(ask(['of the'], 1200).total).toBe(1);
  expect(() => ask(['of the'], 1100)).toThrow(refused);
  expect(() => ask(['the of', 'end the', 'of the'], 3000)).toThrow(refused);
  // A single word is found at each of its entries; a rare one lets the others be leapt over.
  expect(ask(['of', 'the', 'end', 'rare'], 1).total).toBe(5);
  expect(ask(['of the rare'], 600).total).toBe(1);
});

it('a question is ended in the same way, whatever is asked together or left out', () => {
  const catalogue = temporarySqlite();
  const items = Array.from({ length: 600 }, (_, age) =>
    feedItem({
      title: age === 7 ? 'rare even' : age % 2 === 0 ? 'even number' : 'odd number',
      publishedAtMs: NOW - age * HOUR_MS,
    }),
  );
  storeInSqlite(catalogue, FEED, readingOf(items), NOW);
  const ask = (keywords: string[], mostWork?: number) =>
    querySqlite(catalogue, { keywords, limit: 3, totalLimit: 5 }, mostWork);
  const refused = expect.objectContaining({ code: 'upstream-timeout' }) as Error;

  // Two words that stand in half of the 600 episodes, and in none together.
  expect(ask(['even AND odd'], 1200).total).toBe(0);
  expect(() => ask(['even AND odd'], 500)).toThrow(refused);
  expect(() => ask(['number', '-even', '-odd'], 900)).toThrow(refused);
  expect(ask(['number', '-even', '-odd'], 2000).total).toBe(0);
  // A rare word lets the others be leapt over.
  expect(ask(['rare AND even', '-number'], 150).total).toBe(1);
  // All that begins so is counted and gathered before anything is found.
  expect(ask(['eve*'], 602).total).toBe(5);
  expect(() => ask(['eve*'], 600)).toThrow(refused);
  expect(() => ask(['rare -num*'], 1000)).toThrow(refused);
});
