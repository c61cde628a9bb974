import { DAY_MS, MINUTE_MS } from '../../contract/index.ts';
import { expect, test } from 'vitest';
import type { NewEpisode } from '../../catalogue/store/new-episode.ts';
import { matchesAmong } from '../fixtures/memory-episodes.ts';
import { newEpisode } from '../fixtures/new-episode.ts';
import type { ActiveAlert } from '../alert-record.ts';

const MARGIN_MS = 15 * MINUTE_MS;

function episode(
  key: string,
  ingestedAtMs: number,
  title = 'On open source',
  pubDateMs = ingestedAtMs,
): NewEpisode {
  const link = `https://show.example/${key}`;
  return newEpisode({ key, item: key, title, link, pubDateMs, ingestedAtMs });
}

async function keysOf(alerts: readonly ActiveAlert[], episodes: readonly NewEpisode[]) {
  const uids = [...new Set(alerts.map(({ uid }) => uid))];
  const recipients = uids.map((uid) => ({
    uid,
    alerts: alerts.filter((each) => each.uid === uid),
  }));
  const found = await matchesAmong(recipients, episodes);
  return recipients.flatMap(({ uid, alerts: own }) => {
    const matched = own.filter(({ alertId }) => found.has(alertId));
    if (matched.length === 0) return [];
    const itemsOf = ({ alertId }: ActiveAlert) => found.get(alertId)?.map(({ item }) => item) ?? [];
    return [[uid, ...matched.map((each) => [each.alertId, ...itemsOf(each)])]];
  });
}

const saved = (uid: string, alertId: string, sinceMs: number, keyword = 'Open Source') => ({
  uid,
  alertId,
  keyword,
  sinceMs,
});

test('everybody with a keyword gets the episodes stored after they saved the alert', async () => {
  const episodes = [episode('late', 30), episode('early', 10), episode('middle', 20)];
  const alerts = [
    saved('before', 'a', MARGIN_MS + 9),
    saved('with the first', 'b', MARGIN_MS + 10, 'open-source'),
    saved('between', 'c', MARGIN_MS + 15, 'OPEN  source!'),
    saved('with the last', 'd', MARGIN_MS + 30),
    saved('after', 'e', MARGIN_MS + 31),
  ];
  expect(await keysOf(alerts, episodes)).toEqual([
    ['before', ['a', 'late', 'middle', 'early']],
    ['with the first', ['b', 'late', 'middle']],
    ['between', ['c', 'late', 'middle']],
  ]);
});

test('an alert saved during a refresh matches the episodes of that refresh', async () => {
  const began = 10 * DAY_MS;
  const episodes = [episode('stored', began, undefined, began - 60 * MINUTE_MS)];
  const during = saved('ada', 'a', began + 9 * MINUTE_MS);
  const later = saved('bob', 'b', began + MARGIN_MS);
  expect(await keysOf([during, later], episodes)).toEqual([['ada', ['a', 'stored']]]);
});

test('a rebuilt catalogue matches episodes published at most a day before the alert', async () => {
  const savedAtMs = 20 * DAY_MS;
  const rebuilt = savedAtMs + 2 * DAY_MS;
  const publishedAfter = (key: string, ms: number) =>
    episode(key, rebuilt, undefined, savedAtMs + ms);
  const episodes = [
    publishedAfter('later', DAY_MS),
    publishedAfter('listed late', 1 - DAY_MS),
    publishedAfter('before', -DAY_MS),
  ];
  expect(await keysOf([saved('ada', 'a', savedAtMs)], episodes)).toEqual([
    ['ada', ['a', 'later', 'listed late']],
  ]);
});

test('groups a person’s alerts, each with its own episodes', async () => {
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

test('an alert for spoken words matches transcripts, and nothing if it is for notes only', async () => {
  const said = { ...episode('said', 20, 'On copper'), said: 'Open source is said here' };
  const written = { ...episode('written', 20, 'Open source'), said: 'Nothing like it' };
  const unknown = episode('unknown', 20, 'Open source');
  const asked = (uid: string, keyword: string) => ({
    ...saved(uid, uid, 0, keyword),
    language: 1 as const,
  });
  const alerts = [
    asked('ada', 'spoken:"open source"'),
    { ...asked('bob', 'spoken:"open source"'), spoken: false as const },
    asked('cyd', 'open* -spoken:here'),
    asked('eve', 'copper AND spoken:sour*'),
    { ...asked('dan', 'copper -spoken:here'), spoken: false as const },
  ];
  expect(await keysOf(alerts, [said, written, unknown])).toEqual([
    ['ada', ['ada', 'said']],
    ['cyd', ['cyd', 'written', 'unknown']],
    ['eve', ['eve', 'said']],
    ['dan', ['dan', 'said']],
  ]);
});

test('an alert with a query language matches its query, an older alert its words', async () => {
  const episodes = [
    episode('plain', 20, 'Open source'),
    episode('left out', 20, 'Open source, with a sponsor'),
    episode('as words', 20, 'Open source sponsor'),
    episode('begun', 20, 'Openly'),
  ];
  const asked = { ...saved('ada', 'a', 0, '"open source" -sponsor'), language: 1 as const };
  const words = saved('bob', 'b', 0, '"open source" -sponsor');
  const begun = { ...saved('cyd', 'c', 0, 'open* -show:other'), language: 1 as const };
  const elsewhere = { ...saved('dan', 'd', 0, 'open -show:"The Show"'), language: 1 as const };
  expect(await keysOf([asked, words, begun, elsewhere], episodes)).toEqual([
    ['ada', ['a', 'plain']],
    ['bob', ['b', 'as words']],
    ['cyd', ['c', 'plain', 'left out', 'as words', 'begun']],
  ]);
});
