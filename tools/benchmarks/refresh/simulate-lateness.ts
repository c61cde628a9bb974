import { nextSlot } from '../../../functions/src/alerts/planning/due-digest.ts';
import {
  EARLY_MS,
  nextFetch,
  type Rhythm,
  rhythmOf,
} from '../../../functions/src/catalogue/refresh/next-fetch.ts';
import { DAY_MS, MINUTE_MS } from '../../../functions/src/contract/index.ts';
import { randomNumbers } from '../bench-episodes.ts';
import { publisher } from './publishing-model.ts';

/** From an announcement to the list or the hub, at most; `wakeFeeds` reads them every three minutes. */
const ANNOUNCED_WITHIN_MS = 3 * MINUTE_MS;
const WOKEN_EVERY_MS = 5 * MINUTE_MS;
/** Feeds asked in a second: five workers that ask 32 at once, each half a second. */
const ASKED_A_SECOND = 320;
/** From a task's start to the catalogue, and from a quarter of an hour to the reading of its runs. */
const TASK_MS = 5_000;
const RUN_READS_MS = 15_000;
/** From a digest to the mail service. */
const SENT_MS = 30_000;
const WARM_UP_DAYS = 3;
/** After the day: until then what was published is told. */
const AFTER_MS = 2 * DAY_MS;
const TIMES_KEPT = 10;

export interface LatenessOptions {
  feeds: number;
  /** Shares of the feeds, 0 to 1: those that somebody follows, and those of announcing hosts. */
  followed: number;
  announced: number;
  seed: number;
  /** Time between two refreshes: three minutes with channels, otherwise fifteen. */
  tickMs: number;
  /** Time from a full hour to the next refresh. */
  afterHourMs: number;
}

export interface Told {
  publishedMs: number;
  isFollowed: boolean;
  /**
   * Milliseconds until the episode was stored, and until an hourly alert was mailed to who got no email in the
   * hour before; infinite if never.
   */
  heardMs: number;
  mailedMs: number;
}

/** A day's publications, asked by the rules of the refresh. */
export function simulateLateness({
  feeds,
  followed,
  announced,
  seed,
  tickMs,
  afterHourMs,
}: LatenessOptions): {
  told: Told[];
  asked: number;
  startMs: number;
} {
  const random = randomNumbers(seed);
  const startMs = Date.UTC(2026, 10, 24);
  const fromMs = startMs - WARM_UP_DAYS * DAY_MS + afterHourMs;
  const endMs = startMs + DAY_MS + AFTER_MS;
  const all = Array.from({ length: feeds }, () => {
    const next = publisher(random, fromMs - 60 * DAY_MS);
    const times: number[] = [];
    for (let atMs = next(); ; atMs = next()) {
      if (atMs >= fromMs)
        return newFeed(random, times, [atMs, next], { followed, announced, fromMs });
      times.push(atMs);
    }
  });
  const ticks = Math.ceil((endMs - fromMs) / tickMs);
  const dueAt: number[][] = Array.from({ length: ticks + 1 }, () => []);
  const wakes: number[][] = Array.from({ length: ticks + 1 }, () => []);
  const tickOf = (atMs: number) => Math.max(0, Math.ceil((atMs - fromMs) / tickMs));
  const queue = (place: number, atMs: number) => {
    dueAt[Math.min(ticks, tickOf(atMs - EARLY_MS))]?.push(place);
  };
  const announce = (place: number) => {
    const feed = all[place];
    if (feed?.announces === true) {
      wakes[Math.min(ticks, tickOf(feed.nextMs + random() * ANNOUNCED_WITHIN_MS))]?.push(place);
    }
  };
  for (const [place, feed] of all.entries()) {
    queue(place, feed.dueMs);
    announce(place);
  }

  const told: Told[] = [];
  let asked = 0;
  for (let tick = 0; tick <= ticks; tick += 1) {
    const now = fromMs + tick * tickMs;
    for (const place of wakes[tick] ?? []) {
      const feed = all[place];
      if (feed === undefined || now - feed.wokenMs < WOKEN_EVERY_MS) continue;
      Object.assign(feed, { wokenMs: now, isWoken: true, dueMs: Math.min(feed.dueMs, now) });
      dueAt[tick]?.push(place);
    }
    const due = [...new Set(dueAt[tick])]
      .filter((place) => (all[place]?.dueMs ?? Infinity) <= now + EARLY_MS)
      .sort((a, b) => (all[a]?.dueMs ?? 0) - (all[b]?.dueMs ?? 0));
    for (const [turn, place] of due.entries()) {
      const feed = all[place];
      if (feed === undefined) continue;
      asked += now >= startMs && now < startMs + DAY_MS ? 1 : 0;
      const askedMs = now + TASK_MS + (turn / ASKED_A_SECOND) * 1000;
      let hadNews = false;
      while (feed.nextMs <= askedMs) {
        hadNews = true;
        const publishedMs = feed.nextMs;
        if (publishedMs >= startMs && publishedMs < startMs + DAY_MS) {
          told.push({
            publishedMs,
            isFollowed: feed.isFollowed,
            ...lateness(publishedMs, askedMs),
          });
        }
        feed.times.push(publishedMs);
        if (feed.times.length > TIMES_KEPT) feed.times.shift();
        feed.nextMs = feed.publish();
        announce(place);
      }
      if (hadNews) feed.rhythm = rhythmOf(feed.times, askedMs);
      const { isFollowed, isWoken, intervalMs } = feed;
      const next = nextFetch({
        ...{ now, followed: isFollowed, isAnnounced: isWoken, hadNews, intervalMs },
        ...{ ...feed.rhythm, maxAgeMs: null, chance: random() },
      });
      Object.assign(feed, {
        isWoken: false,
        intervalMs: next.intervalMs,
        dueMs: next.nextFetchAtMs,
      });
      queue(place, next.nextFetchAtMs);
    }
  }
  for (const { nextMs: publishedMs, isFollowed } of all) {
    const never = { heardMs: Infinity, mailedMs: Infinity };
    if (publishedMs < startMs + DAY_MS) told.push({ publishedMs, isFollowed, ...never });
  }
  return { told, asked, startMs };
}

interface SimulatedFeed {
  times: number[];
  rhythm: Rhythm;
  nextMs: number;
  publish: () => number;
  isFollowed: boolean;
  announces: boolean;
  dueMs: number;
  wokenMs: number;
  isWoken: boolean;
  intervalMs: number;
}

function newFeed(
  random: () => number,
  times: number[],
  [nextMs, publish]: readonly [number, () => number],
  { followed, announced, fromMs }: { followed: number; announced: number; fromMs: number },
): SimulatedFeed {
  return {
    ...{ times: times.slice(-TIMES_KEPT), rhythm: rhythmOf(times, fromMs), nextMs, publish },
    ...{ isFollowed: random() < followed, announces: random() < announced },
    // What is asked first when the list is new is spread over its first day.
    ...{ dueMs: fromMs + random() * DAY_MS, wokenMs: -Infinity, isWoken: false, intervalMs: 0 },
  };
}

/** An hourly alert is mailed for the first slot whose run reads the episode. */
function lateness(publishedMs: number, storedMs: number) {
  const hourly = { cadence: 'hourly', hour: 0, weekday: 1, timeZone: 'UTC' } as const;
  const readMs = storedMs - RUN_READS_MS;
  const slotMs = nextSlot(hourly, readMs - 1) ?? readMs;
  return { heardMs: storedMs - publishedMs, mailedMs: slotMs + SENT_MS - publishedMs };
}
