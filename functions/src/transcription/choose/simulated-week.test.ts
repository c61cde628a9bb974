import { expect, test } from 'vitest';
import { followFeeds } from '../../catalogue/queue/followed-feeds.ts';
import { storeFeed } from '../../catalogue/store/store-feed.ts';
import { feedItem, readingOf, temporaryCatalogue } from '../../catalogue/testing/test-catalogue.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import type { FeedItem } from '../../feeds/feed-model.ts';
import { dropLog } from '../../testing/test-log.ts';
import { FUZZ_FACTOR, randomNumbers } from '../../testing/fuzz-runs.ts';
import { mp3Seconds } from '../fixtures/mp3.ts';
import { LOST, UNBILLED } from '../fixtures/odd-answers.ts';
import { refreshedWorld } from '../fixtures/refreshed-world.ts';

const MONDAY = Date.UTC(2026, 10, 23);
const SECONDS_A_DAY = 7200;
const PRICE_AN_HOUR = 0.36;
/** Only the nightly run simulates a whole week with every refresh. */
const [DAYS, REFRESH_MS] = FUZZ_FACTOR <= 1 ? [3, HOUR_MS] : [7, 15 * MINUTE_MS];
/** Three at a time, 90 seconds each. */
const EPISODES_A_REFRESH = (3 * REFRESH_MS) / (90 * 1000);
/** Alerts run ten minutes after the refresh that stores a text. */
const ALERT_MS = 10 * MINUTE_MS;
const FLOOD = 2000;
const TINY = { version: 2.5, kbits: 8, sampleRate: 8000 } as const;

interface Show {
  minutes: number;
  /** Hour of publication of each day, by day of the week from Monday; null if none. */
  hours: (number | null)[];
}

const daily = (hour: number) => Array.from({ length: 7 }, () => hour);
const on = (day: number, hour: number) =>
  Array.from({ length: 7 }, (_, at) => (at === day ? hour : null));

const SHOWS: Record<string, Show> = {
  'Daily News': { minutes: 20, hours: daily(6) },
  'Weekly One': { minutes: 40, hours: on(0, 9) },
  'Weekly Two': { minutes: 40, hours: on(1, 15) },
  'Weekly Three': { minutes: 40, hours: on(2, 1) },
  'Gone Audio': { minutes: 60, hours: daily(5) },
  'Unreachable Audio': { minutes: 60, hours: daily(5) },
  Flood: { minutes: 10, hours: [] },
};

const PEOPLE: Record<string, string[]> = {
  Ann: ['Daily News', 'Weekly One'],
  Ben: ['Weekly Two', 'Gone Audio'],
  Cat: ['Weekly Three', 'Unreachable Audio'],
  Dan: ['Flood'],
};

const feedOf = (show: string) => `https://${show.toLowerCase().replace(' ', '-')}.example/feed`;
const audioOf = (show: string, day: number) => `${feedOf(show)}/${day}.mp3`;

function episodesOf(show: string, now: number): FeedItem[] {
  const { minutes, hours } = SHOWS[show]!;
  const item = (id: number, audio: string, publishedAtMs: number) =>
    feedItem({
      guid: `${show} ${id}`,
      title: `${show} ${id}`,
      link: null,
      audio,
      publishedAtMs,
      durationSeconds: minutes * 60,
    });
  if (show === 'Flood') {
    const since = MONDAY + DAY_MS;
    if (now < since) return [];
    return Array.from({ length: FLOOD }, (_, at) => item(at, audioOf(show, 0), since - at * 1000));
  }
  return hours.flatMap((hour, day) => {
    const at = MONDAY + day * DAY_MS + (hour ?? Infinity) * HOUR_MS;
    return at <= now ? [item(day, audioOf(show, day), at)] : [];
  });
}

const AUDIO = Object.fromEntries(
  Object.entries(SHOWS)
    .filter(([show]) => !show.includes('Audio'))
    .flatMap(([show, { minutes }], at) =>
      Array.from({ length: show === 'Daily News' ? 7 : 1 }, (_, day) => {
        const found = SHOWS[show]!.hours.findIndex((hour) => hour !== null);
        const named = show === 'Daily News' ? day : Math.max(0, found);
        return [
          audioOf(show, named),
          mp3Seconds(minutes * 60, { ...TINY, fill: 10 * at + day + 1 }),
        ];
      }),
    ),
);

const hoursText = (ms: number) => (ms / HOUR_MS).toFixed(1);
const middleOf = (sorted: readonly number[]) => sorted[Math.floor(sorted.length / 2)] ?? 0;

test('transcribes a week with dead shows, a flood and a service that restarts', async () => {
  const following = Object.entries(PEOPLE).flatMap(([person, shows]) =>
    shows.map((show) => ({ person, feed: feedOf(show) })),
  );
  const world = refreshedWorld(AUDIO, MONDAY, {
    secondsADay: SECONDS_A_DAY,
    isForAllShows: false,
    people: { following },
  });
  const catalogue = temporaryCatalogue();
  const followed = { host: '', title: '', followers: 1, changedAtMs: MONDAY, isNamed: true };
  await catalogue.write(() =>
    followFeeds(
      Object.keys(SHOWS).map((show) => ({ ...followed, url: feedOf(show) })),
      MONDAY,
    ),
  );
  const random = randomNumbers(7);
  const restoreLog = dropLog();
  let now = MONDAY;
  let refused = 0;
  let lost = 0;
  // The service restarts every nine hours: some answers are lost, and its port is closed.
  world.state.faultOf = () => {
    const minute = (now % (9 * HOUR_MS)) / MINUTE_MS;
    if (minute < 15) {
      if (random() < 0.3) {
        lost += 1;
        return LOST['a lost answer'];
      }
      refused += 1;
      return UNBILLED['a refused connection'];
    }
    return null;
  };

  const stored = new Map<string, number>();
  const counts = new Map<string, number>();
  const lateness = new Map<string, number[]>();
  const transcribedBefore = new Set<string>();
  let [fetches, ledgerBytes, paused] = [0, 0, 0];
  for (; now < MONDAY + DAYS * DAY_MS; now += REFRESH_MS) {
    for (const show of Object.keys(SHOWS)) {
      const items = episodesOf(show, now);
      if (items.length === (stored.get(show) ?? 0)) continue;
      stored.set(show, items.length);
      await catalogue.write(() => storeFeed(feedOf(show), readingOf(items, { title: show }), now));
    }
    await world.refresh(catalogue, now);
    const { jobs } = await world.ledger();
    for (const [key, { state, podcast, publishedAtMs }] of Object.entries(jobs)) {
      if (state !== 'heard' || transcribedBefore.has(key)) continue;
      transcribedBefore.add(key);
      lateness.set(podcast, [...(lateness.get(podcast) ?? []), now + ALERT_MS - publishedAtMs]);
    }
    for (const key of world.queued.slice(0, EPISODES_A_REFRESH)) {
      const access = world.worker(() => now);
      const end = await world.run(key, {
        ...access,
        openAudio(url, signal) {
          const isGone = url.startsWith(feedOf('Gone Audio'));
          if (isGone || url.startsWith(feedOf('Unreachable Audio'))) fetches += 1;
          return isGone
            ? Promise.resolve({ kind: 'refused', code: 'http-status', message: '', status: 404 })
            : access.openAudio(url, signal);
        },
      });
      if (end === 'waits') paused += 1;
    }
    ledgerBytes = Math.max(ledgerBytes, world.stored.get('ledger')?.bytes.length ?? 0);
  }
  restoreLog();

  const { jobs } = await world.ledger();
  for (const job of Object.values(jobs)) {
    if (job.state !== 'heard') continue;
    counts.set(job.podcast, (counts.get(job.podcast) ?? 0) + job.durationSeconds);
  }
  const seconds = [...world.counted.values()].reduce((sum, each) => sum + each, 0);
  const money = (each: number) => `$${((each / 3600) * PRICE_AN_HOUR).toFixed(2)}`;
  const late = (shows: readonly string[]) => {
    const all = shows.flatMap((show) => lateness.get(show) ?? []).sort((one, other) => one - other);
    return all.length === 0
      ? 'nothing transcribed'
      : `${all.length} transcribed, median ${hoursText(middleOf(all))} h, worst ${hoursText(all.at(-1) ?? 0)} h`;
  };
  const line = (name: string, shows: readonly string[]) => {
    const paid = shows.reduce((sum, show) => sum + (counts.get(show) ?? 0), 0);
    return `${name}: ${Math.round(paid / 60)} minutes, ${money(paid)}, ${late(shows)}`;
  };
  console.log(
    [
      `${DAYS} days: ${Math.round(seconds / 60)} minutes, ${money(seconds)}; ${lost} answers lost, ${refused} refused, ${paused} pauses, ${fetches} fetches of dead audio, ledger up to ${ledgerBytes} bytes`,
      ...Object.keys(SHOWS).map((show) => line(show, [show])),
      ...Object.entries(PEOPLE).map(([person, shows]) => line(person, shows)),
    ].join('\n'),
  );

  for (const each of world.counted.values()) expect(each).toBeLessThanOrEqual(SECONDS_A_DAY);
  expect(ledgerBytes).toBeLessThan(300_000);
  expect(lost + refused).toBeGreaterThan(0);
  // Two fetches of an episode whose audio is gone, six of an unreachable one.
  expect(fetches).toBeLessThanOrEqual(8 * DAYS);
  // The dead shows and the flood take no healthy show's turn for more than a day and a half.
  for (const show of ['Daily News', 'Weekly One', 'Weekly Two', 'Weekly Three']) {
    const { hours } = SHOWS[show]!;
    const due = hours.filter((hour, day) => hour !== null && day < DAYS - 1.5).length;
    const transcribed = lateness.get(show) ?? [];
    expect(transcribed.length, show).toBeGreaterThanOrEqual(due);
    expect(Math.max(0, ...transcribed), show).toBeLessThan(1.5 * DAY_MS);
  }
  const left = Object.values(jobs).filter(({ podcast }) => podcast === 'Gone Audio');
  expect(left.every(({ state }) => state === 'failed')).toBe(true);
});
