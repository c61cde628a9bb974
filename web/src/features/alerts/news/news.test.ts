import { DAY_MS, type Delivery, HOUR_MS } from 'functions/contract';
import { describe, expect, test } from 'vitest';
import { countUnread, newsByDay, newsOf, newsText } from './news.ts';

/** A Saturday. */
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

test('shows each episode once, the newest match first, with every alert that it matches', () => {
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

test('leaves out what was not sent, because a later delivery has it', () => {
  const alerts = [alert('AI', [episode(1)])];
  const unsent = (['failed', 'cancelled'] as const).map((state) => delivery(1, alerts, { state }));
  expect(titles(unsent)).toEqual([]);
});

test('counts an episode as unread by its match, not by the email that followed', () => {
  const news = newsOf([delivery(NOW, [alert('AI', [episode(1, NOW - HOUR_MS), episode(2)])])]);
  const unreadSince = [null, NOW - 2 * HOUR_MS, NOW - HOUR_MS, NOW];
  expect(unreadSince.map((sinceMs) => countUnread(news, sinceMs))).toEqual([2, 2, 1, 0]);
});

test('counts what a delivery only counts, once if it went to a channel, too', () => {
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
  [3, NOW - 4 * DAY_MS, '3 new since Tuesday'],
  [0, NOW - DAY_MS, 'Nothing new since yesterday'],
  [1200, NOW - 30 * DAY_MS, '1,200 new since Oct 29'],
  [1, new Date(2026, 10, 28, 8, 5).getTime(), '1 new since 8:05 AM'],
])('%i matches since %s read as “%s”', (unread, sinceMs, text) => {
  expect(newsText(unread, sinceMs, NOW).replace('\u202f', ' ')).toBe(text);
});
