import { expect, test } from 'vitest';
import { MAX_ALERTS } from '../../contract/index.ts';
import type { ActiveAlert } from '../outbox/outbox-store.ts';
import { savedKeywords } from './saved-keywords.ts';

async function* streamed(alerts: readonly ActiveAlert[]): AsyncIterable<ActiveAlert> {
  for (const alert of alerts) yield await Promise.resolve(alert);
}

async function saved(alerts: readonly ActiveAlert[]) {
  const leftOut = { people: 0, alerts: 0 };
  const keywords = [];
  for await (const each of savedKeywords(streamed(alerts), leftOut)) keywords.push(...each);
  return { keywords, leftOut };
}

const alert = (uid: string, alertId: string, keyword: string, sinceMs = 0): ActiveAlert => ({
  ...{ uid, alertId, keyword, sinceMs },
});

test('a person’s alerts for one keyword are one, the oldest, which knows the others', async () => {
  const { keywords } = await saved([
    alert('ada', 'a', 'openai!', 20),
    alert('ada', 'b', 'OpenAI', 10),
    alert('ada', 'c', 'Graphs', 5),
    alert('ada', 'd', '?!', 5),
    alert('ada', 'f', 'OPENAI', 15),
    alert('bob', 'e', 'OpenAI', 1),
  ]);
  expect(keywords).toEqual([
    ['openai', { ...alert('ada', 'b', 'OpenAI', 10), otherAlertIds: ['a', 'f'] }],
    ['graphs', alert('ada', 'c', 'Graphs', 5)],
    ['openai', alert('bob', 'e', 'OpenAI', 1)],
  ]);
});

test('of too many alerts of a person the newest are served, in whatever order they come', async () => {
  const count = 5 * MAX_ALERTS;
  const many = Array.from({ length: count }, (_, index) => {
    const age = (index * 7) % count;
    return alert('ada', `a${age}`, `keyword ${age}`, count - age);
  });
  const { keywords, leftOut } = await saved([...many, alert('bob', 'b', 'graphs')]);
  expect(leftOut).toEqual({ people: 1, alerts: 4 * MAX_ALERTS });
  const ages = keywords.slice(0, -1).map(([, { alertId }]) => Number(alertId.slice(1)));
  expect(ages.sort((a, b) => a - b)).toEqual([...Array(MAX_ALERTS).keys()]);
  expect(keywords.at(-1)?.[1].uid).toBe('bob');
});

test('nobody is left out with as many alerts as are allowed', async () => {
  const most = Array.from({ length: MAX_ALERTS }, (_, index) => alert('ada', `${index}`, 'the'));
  const { keywords, leftOut } = await saved(most);
  expect(leftOut).toEqual({ people: 0, alerts: 0 });
  expect(keywords.map(([, { otherAlertIds = [] }]) => otherAlertIds.length)).toEqual([
    MAX_ALERTS - 1,
  ]);
});
