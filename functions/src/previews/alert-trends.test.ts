import { expect, test } from 'vitest';
import { HOUR_MS, type SearchRequest, type Trend, TREND_DAYS } from '../contract/index.ts';
import { AppError } from '../platform/app-error.ts';
import type { Asker } from '../search/search-episodes.ts';
import { createAlertTrends } from './alert-trends.ts';

const NOW = Date.UTC(2026, 10, 25);
const TREND: Trend = { lastDay: NOW, days: Array<number>(TREND_DAYS).fill(2), shows: [] };
const ADA: Asker = { client: 'ada', followed: [] };

function world(answer: (request: SearchRequest) => Trend | null = () => TREND) {
  const clock = { ms: NOW };
  const asked: string[] = [];
  const charged: [string, number][] = [];
  const state = { mayCount: true };
  const charge = (address: string, counts: number) => {
    charged.push([address, counts]);
    return Promise.resolve(state.mayCount);
  };
  const search = (request: SearchRequest) => {
    asked.push(request.keywords.join());
    clock.ms += 1_000;
    return Promise.resolve().then(() => answer(request));
  };
  const trendsOf = createAlertTrends({ search, charge, now: () => clock.ms });
  return { clock, asked, charged, state, trendsOf };
}

const alerts = (...queries: string[]) => queries.map((query) => ({ query, spoken: true }));

test('each alert is counted as it is matched', async () => {
  const requests: SearchRequest[] = [];
  const { trendsOf } = world((request) => (requests.push(request), TREND));
  await trendsOf([{ query: 'openai -sponsor', spoken: false }], ADA);
  expect(requests).toEqual([
    {
      keywords: ['openai -sponsor'],
      language: 'English',
      trend: 'alone',
      reviewed: true,
      spoken: false,
    },
  ]);
});

test('a count is kept for an hour, for those who follow the same shows', async () => {
  const { clock, asked, trendsOf } = world();
  await trendsOf(alerts('a', 'b'), ADA);
  await trendsOf(alerts('b', 'a'), { client: 'bob', followed: [] });
  expect(asked).toEqual(['a', 'b']);
  await trendsOf(alerts('a'), { client: 'bob', followed: ['show'] });
  clock.ms += HOUR_MS;
  await trendsOf(alerts('a'), ADA);
  expect(asked).toEqual(['a', 'b', 'a', 'a']);
});

test('what fails is left out, what takes too long in all as well, and asked for again', async () => {
  const { asked, trendsOf } = world(({ keywords: [query] }) => {
    if (query === 'b') throw new AppError('upstream-timeout', 'too dear');
    return TREND;
  });
  const all = alerts('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
  const isCounted = (trend: Trend | null) => trend !== null;
  const first = [true, false, true, true, true, true, false, false];
  expect((await trendsOf(all, ADA)).map(isCounted)).toEqual(first);
  const second = [true, false, true, true, true, true, true, true];
  expect((await trendsOf(all, ADA)).map(isCounted)).toEqual(second);
  expect(asked.slice(6)).toEqual(['b', 'g', 'h']);
});

test('a query that is no search any more is not counted', async () => {
  const { asked, trendsOf } = world();
  expect(await trendsOf(alerts('word '.repeat(30)), ADA)).toEqual([null]);
  expect(asked).toEqual([]);
});

test('an address pays for what is counted, once for each query, and not for what is cached', async () => {
  const { asked, charged, state, trendsOf } = world();
  await trendsOf(alerts('a', 'b', 'a'), ADA);
  await trendsOf(alerts('a', 'c'), ADA);
  await trendsOf(alerts('a', 'c'), ADA);
  expect(charged).toEqual([
    ['ada', 2],
    ['ada', 1],
  ]);
  state.mayCount = false;
  expect(await trendsOf(alerts('a', 'd'), ADA)).toEqual([TREND, null]);
  expect(asked).toEqual(['a', 'b', 'c']);
});
