import { expect, test } from 'vitest';
import type { NewEpisode } from '../catalogue/read-new-episodes.ts';
import { matchEverybody } from './match-everybody.ts';
import type { ActiveAlert } from './outbox-store.ts';

function episode(key: string, ingestedAtMs: number, title = 'On open source'): NewEpisode {
  return {
    ...{ key, item: key, title, podcast: 'The Show', publisher: '', description: '' },
    ...{ link: `https://show.example/${key}`, image: '', pubDateMs: 0, ingestedAtMs },
  };
}

async function* streamed(alerts: readonly ActiveAlert[]): AsyncIterable<ActiveAlert> {
  for (const alert of alerts) yield await Promise.resolve(alert);
}

async function keysOf(alerts: readonly ActiveAlert[], episodes: readonly NewEpisode[]) {
  const everybody = await matchEverybody(streamed(alerts), episodes);
  return everybody.map(({ uid, news }) => [
    uid,
    ...news.map(({ alertId, episodes }) => [alertId, ...episodes.map(({ key }) => key)]),
  ]);
}

const saved = (uid: string, alertId: string, sinceMs: number, keyword = 'Open Source') => ({
  ...{ uid, alertId, keyword, sinceMs },
});

test('of one keyword everybody gets what was stored after they saved it', async () => {
  // Neither in the order they were stored.
  const episodes = [episode('late', 30), episode('early', 10), episode('middle', 20)];
  const alerts = [
    saved('before', 'a', 9),
    saved('with the first', 'b', 10, 'open-source'),
    saved('between', 'c', 15, 'OPEN  source!'),
    saved('with the last', 'd', 30),
    saved('after', 'e', 31),
  ];
  expect(await keysOf(alerts, episodes)).toEqual([
    ['before', ['a', 'late', 'early', 'middle']],
    ['with the first', ['b', 'late', 'middle']],
    ['between', ['c', 'late', 'middle']],
  ]);
});

test('a person’s alerts come together, each with its own episodes', async () => {
  const episodes = [episode('source', 1), episode('ledgers', 1, 'On ledgers')];
  const alerts = [
    saved('ada', 'a', 0),
    saved('bob', 'b', 0, 'ledgers'),
    saved('ada', 'c', 0, 'ledgers'),
    saved('ada', 'd', 0, 'nothing like it'),
    saved('ada', 'e', 0, '!?'),
  ];
  expect(await keysOf(alerts, episodes)).toEqual([
    ['ada', ['a', 'source'], ['c', 'ledgers']],
    ['bob', ['b', 'ledgers']],
  ]);
});
