import { expect, test } from 'vitest';
import {
  type AlertCount,
  DAY_MS,
  HOUR_MS,
  type SearchRequest,
  type Trend,
  TREND_DAYS,
} from '../../contract/index.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Caller } from '../../search/search-episodes.ts';
import { createAlertCounts } from './alert-counts.ts';

const NOW = Date.UTC(2026, 10, 25);
const TREND: Trend = { lastDay: NOW, days: Array<number>(TREND_DAYS).fill(2), shows: [] };
const ADA: Caller = { client: 'ada', followed: [] };

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
  const countAlerts = createAlertCounts({ search, charge, now: () => clock.ms });
  return { clock, asked, charged, state, countAlerts };
}

const alerts = (...queries: string[]) => queries.map((query) => ({ query, spoken: true }));

test('counts an alert by the search that matches it', async () => {
  const requests: SearchRequest[] = [];
  const { countAlerts } = world((request) => (requests.push(request), TREND));
  await countAlerts([{ query: 'openai -sponsor', spoken: false }], ADA);
  expect(requests).toEqual([
    {
      keywords: ['openai -sponsor'],
      language: 'English',
      nameOnly: false,
      trend: 'alone',
      spoken: false,
    },
  ]);
});

test('caches a count for an hour for people who follow the same shows', async () => {
  const { clock, asked, countAlerts } = world();
  await countAlerts(alerts('a', 'b'), ADA);
  await countAlerts(alerts('b', 'a'), { client: 'bob', followed: [] });
  expect(asked).toEqual(['a', 'b']);
  await countAlerts(alerts('a'), { client: 'bob', followed: ['show'] });
  clock.ms += HOUR_MS;
  await countAlerts(alerts('a'), ADA);
  expect(asked).toEqual(['a', 'b', 'a', 'a']);
});

test('returns null for counts that fail or exceed the time budget, and retries them later', async () => {
  const { asked, countAlerts } = world(({ keywords: [query] }) => {
    if (query === 'b') throw new AppError('upstream-timeout', 'too dear');
    return TREND;
  });
  const all = alerts('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
  const isCounted = (count: AlertCount | null) => count !== null;
  const first = [true, false, true, true, true, true, false, false];
  expect((await countAlerts(all, ADA)).map(isCounted)).toEqual(first);
  const second = [true, false, true, true, true, true, true, true];
  expect((await countAlerts(all, ADA)).map(isCounted)).toEqual(second);
  expect(asked.slice(6)).toEqual(['b', 'g', 'h']);
});

test.each([
  ['all days', 40, false],
  ['the last ten days alone', 10, true],
  ['the last 33 days, of which 30 are wanted', 33, false],
])('marks a count of %s as partial if days are missing', async (_name, days, isPart) => {
  const { countAlerts } = world(() => ({ ...TREND, since: NOW - days * DAY_MS }));
  expect(await countAlerts(alerts('a'), ADA)).toEqual([{ episodes: 60, isPart }]);
});

test('does not count a query that is no longer a valid search', async () => {
  const { asked, countAlerts } = world();
  expect(await countAlerts(alerts('word '.repeat(30)), ADA)).toEqual([null]);
  expect(asked).toEqual([]);
});

test('charges the address once per counted query, and nothing for cached counts', async () => {
  const { asked, charged, state, countAlerts } = world();
  await countAlerts(alerts('a', 'b', 'a'), ADA);
  await countAlerts(alerts('a', 'c'), ADA);
  await countAlerts(alerts('a', 'c'), ADA);
  expect(charged).toEqual([
    ['ada', 2],
    ['ada', 1],
  ]);
  state.mayCount = false;
  expect(await countAlerts(alerts('a', 'd'), ADA)).toEqual([{ episodes: 60, isPart: false }, null]);
  expect(asked).toEqual(['a', 'b', 'c']);
});
