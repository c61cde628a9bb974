import { DAY_MS, type Delivery, HOUR_MS } from 'functions/contract';
import { describe, expect, test } from 'vitest';
import { sampleAlert } from '#shared/testing/fake-member-data.ts';
import { countUnread, newsByDay, newsOf, newsText } from './news.ts';
import { waitingMatches } from './waiting-matches.ts';

const NOW = new Date(2026, 10, 28, 9).getTime();

const episode = (number: number, foundAtMs?: number) => ({
  title: `Episode ${number}`,
  link: `https://shows.example/${number}`,
  podcast: 'Data, spoken',
  ...(foundAtMs !== undefined && { foundAtMs }),
});

type Alert = Delivery['alerts'][number];

const alert = (keyword: string, episodes: Alert['episodes'], count = episodes.length): Alert => ({
  alertId: keyword,
  keyword,
  count,
  episodes,
});

const delivery = (atMs: number, alerts: Alert[], changes: Partial<Delivery> = {}): Delivery => ({
  id: `d${atMs}`,
  state: 'sent',
  atMs,
  subject: '',
  code: null,
  alerts,
  ...changes,
});

const channel = { id: 'c', kind: 'feed', name: 'My feed' } as const;

const titles = (deliveries: Delivery[]) => newsOf(deliveries).episodes.map(({ title }) => title);

test('shows each episode once, newest match first, with all its alerts', () => {
  const { episodes } = newsOf([
    delivery(NOW, [alert('AI', [episode(1), episode(2, NOW + 1)])]),
    delivery(NOW - HOUR_MS, [alert('OpenAI', [episode(1)])], { channel }),
  ]);
  expect(episodes.map(({ title, foundAtMs }) => [title, foundAtMs])).toEqual([
    ['Episode 2', NOW + 1],
    ['Episode 1', NOW - HOUR_MS],
  ]);
  expect(episodes[1]?.alerts.map(({ keyword }) => keyword)).toEqual(['AI', 'OpenAI']);
});

test('ignores unsent deliveries, whose episodes a later delivery contains', () => {
  const alerts = [alert('AI', [episode(1)])];
  const unsent = (['failed', 'cancelled'] as const).map((state) => delivery(1, alerts, { state }));
  expect(titles(unsent)).toEqual([]);
});

test('counts an episode as unread by its match, not by the later email', () => {
  const news = newsOf([delivery(NOW, [alert('AI', [episode(1, NOW - HOUR_MS), episode(2)])])]);
  const unreadSince = [null, NOW - 2 * HOUR_MS, NOW - HOUR_MS, NOW];
  expect(unreadSince.map((sinceMs) => countUnread(news, sinceMs))).toEqual([2, 2, 1, 0]);
});

test('counts unlisted matches as unread by their own times if known', () => {
  const ago = (hours: number) => NOW - hours * HOUR_MS;
  const sent = { ...alert('AI', [episode(1, ago(1))], 5), moreFoundAtMs: [ago(2), ago(3)] };
  const news = newsOf([delivery(NOW, [sent])]);
  const unreadSince = [null, ago(4), ago(3), ago(2), ago(1)];
  expect(unreadSince.map((sinceMs) => countUnread(news, sinceMs))).toEqual([5, 5, 2, 1, 0]);
});

describe('pending matches', () => {
  const ai = { ...sampleAlert('AI'), id: '017', createdAtMs: 40 };
  const match = (number: number, foundAtMs: number, ingestedAtMs = foundAtMs) => ({
    key: `${number}`,
    ...episode(number),
    foundAtMs,
    pubDateMs: 5,
    ingestedAtMs,
  });
  const found = [5, 4, 3, 2, 1].map((number) => match(number, NOW - HOUR_MS + number));
  const pending = [{ alertId: '017-14', matches: found, moreCount: 4 }];

  test('lists pending matches exactly as a delivery will', () => {
    const waiting = newsOf([], waitingMatches(pending, [ai]));
    const sent = {
      ...alert('AI', found.slice(0, 3), 9),
      moreFoundAtMs: found.slice(3).map(({ foundAtMs }) => foundAtMs),
    };
    const delivered = newsOf([delivery(NOW, [sent])]);
    expect(waiting.episodes.map(({ title, alerts }) => [title, alerts[0]?.keyword])).toEqual([
      ['Episode 5', 'AI'],
      ['Episode 4', 'AI'],
      ['Episode 3', 'AI'],
    ]);
    for (const sinceMs of [null, NOW - HOUR_MS + 4, NOW - HOUR_MS + 1, NOW - 2 * HOUR_MS]) {
      expect(countUnread(delivered, sinceMs)).toBe(countUnread(waiting, sinceMs));
    }
  });

  test('lists three matches per day', () => {
    const older = match(6, NOW - DAY_MS);
    const all = [{ alertId: '017-14', matches: [...found, older], moreCount: 0 }];
    const days = newsByDay(newsOf([], waitingMatches(all, [ai])), NOW);
    expect(
      days.map(({ name, episodes, counted }) => [name, episodes.length, counted[0]?.count]),
    ).toEqual([
      ['Today', 3, 2],
      ['Yesterday', 1, undefined],
    ]);
  });

  test('counts a pending match once if a delivery or channel also lists it', () => {
    const posted = delivery(NOW, [{ ...alert('AI', [found[0]!], 9), alertId: '017-14' }], {
      channel,
    });
    expect(countUnread(newsOf([posted], waitingMatches(pending, [ai])), null)).toBe(9);
  });

  test('ignores deleted, paused and unmailed alerts, unless alerts are unknown', () => {
    const unread = (alerts: Parameters<typeof waitingMatches>[1]) =>
      countUnread(newsOf([], waitingMatches(pending, alerts)), null);
    expect(unread([])).toBe(0);
    expect(unread([{ ...ai, paused: true }])).toBe(0);
    expect(unread([{ ...ai, mail: false }])).toBe(0);
    expect(unread(null)).toBe(9);
  });

  test('dates an alert without listed matches by the oldest listed match', () => {
    const other = { ...ai, id: '018', keyword: 'fusion' };
    const all = [...pending, { alertId: '018-14', matches: [], moreCount: 6 }];
    const days = newsByDay(newsOf([], waitingMatches(all, [ai, other])), NOW);
    expect(days).toHaveLength(1);
    expect(
      days[0]?.counted.map(({ alert: { keyword }, count }) => [keyword, count]),
    ).toContainEqual(['fusion', 6]);
    expect(countUnread(newsOf([], waitingMatches(all, null)), null)).toBe(9 + 6);
  });

  test('uses the storage time if the time of the match is unknown', () => {
    const { foundAtMs: _, ...old } = match(1, 0, NOW - DAY_MS);
    const waiting = waitingMatches([{ alertId: '017-14', matches: [old], moreCount: 0 }], [ai]);
    expect(newsOf([], waiting).episodes.map(({ foundAtMs }) => foundAtMs)).toEqual([NOW - DAY_MS]);
  });
});

test('counts unlisted matches once if a channel received them, too', () => {
  const alerts = [alert('AI', [episode(1)], 18)];
  const mailed = delivery(NOW, alerts);
  const posted = delivery(NOW, alerts, { channel });
  expect(countUnread(newsOf([mailed, posted]), null)).toBe(18);
  expect(countUnread(newsOf([posted]), null)).toBe(18);
});

describe('days', () => {
  test('names days as people do, and counts each alert once', () => {
    const ago = (days: number) => NOW - days * DAY_MS;
    const days = newsByDay(
      newsOf([
        delivery(NOW, [alert('AI', [episode(1)], 3)]),
        delivery(NOW - HOUR_MS, [alert('AI', [episode(2)], 2)]),
        ...[1, 4, 6, 7].map((day) => delivery(ago(day), [alert('AI', [episode(10 + day)])])),
      ]),
      NOW,
    );
    expect(days.map(({ name, episodes }) => [name, episodes.length])).toEqual([
      ['Today', 2],
      ['Yesterday', 1],
      ['Tuesday', 1],
      ['Sunday', 1],
      ['Nov 21', 1],
    ]);
    expect(days[0]?.counted.map(({ count }) => count)).toEqual([3]);
  });
});

test.each([
  [3, null, '3 new'],
  [0, null, ''],
  [3, NOW - 4 * DAY_MS, '3 new since your visit on Tuesday'],
  [0, NOW - DAY_MS, 'Nothing new since your visit yesterday'],
  [1200, NOW - 30 * DAY_MS, '1,200 new since your visit on Oct 29'],
  [1, new Date(2026, 10, 28, 8, 5).getTime(), '1 new since your visit at 8:05 AM'],
])('describes %i matches since %s as “%s”', (unread, sinceMs, text) => {
  expect(newsText(unread, sinceMs, NOW).replace('\u202f', ' ')).toBe(text);
});
