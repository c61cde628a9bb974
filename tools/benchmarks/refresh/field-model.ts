import { DAY_MS, HOUR_MS } from '../../../functions/src/contract/index.ts';
import { RETENTION_MS } from '../../../functions/src/catalogue/items/retention.ts';

/** Every third feed is on the same host, as in reality. */
const GIANT_SHARE = 3;
const FEEDS_A_HOST = 20;

/**
 * Days between two episodes, and the percentage of feeds with this rhythm. Together that is 0.2 episodes per
 * feed and day, as in reality (63 000 new episodes a day in 342 000 active feeds).
 */
const RHYTHMS = [
  [1, 9],
  [3.5, 10],
  [7, 45],
  [14, 20],
  [30, 16],
] as const;

/** A feed of the model; everything follows from its number. Times are epoch milliseconds. */
export interface ModelFeed {
  url: string;
  host: string;
  gapMs: number;
  /** The first episode of the simulated time; each later one follows after `gapMs`. */
  firstAtMs: number;
  hasValidators: boolean;
  /** True if fetches fail in every second hour. */
  fails: boolean;
}

export function modelFeed(number: number, feeds: number, startMs: number): ModelFeed {
  const host =
    number % GIANT_SHARE === 0 ? 'host0' : `host${1 + (number % Math.ceil(feeds / FEEDS_A_HOST))}`;
  const gapMs = gapOf(fraction(number, 1) * 100) * DAY_MS;
  return {
    url: `http://${host}.example/${number}`,
    host: `${host}.example`,
    gapMs,
    firstAtMs: Math.round(startMs + fraction(number, 2) * gapMs),
    hasValidators: fraction(number, 3) > 0.05,
    fails: fraction(number, 4) < 0.02,
  };
}

/** The rhythm, in days, of the feed at this percentage of all feeds. */
function gapOf(percent: number): number {
  let below = 0;
  for (const [days, share] of RHYTHMS) {
    below += share;
    if (percent < below) return days;
  }
  return RHYTHMS[0][0];
}

/** A number from 0 to 1 that depends only on the arguments. */
function fraction(number: number, use: number): number {
  let mixed = Math.imul(number ^ (use * 0x9e3779b9), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

/** The number of episodes of the simulated time that a feed has at `nowMs`. */
export function episodesAt({ firstAtMs, gapMs }: ModelFeed, nowMs: number): number {
  return nowMs < firstAtMs ? 0 : 1 + Math.floor((nowMs - firstAtMs) / gapMs);
}

/** Number of episodes from before the simulated time that a feed lists. */
const EARLIER = 2;

/** Publication times of the episodes that a feed lists at `nowMs`, oldest first. */
export function listedAt(feed: ModelFeed, nowMs: number): number[] {
  const listed = EARLIER + episodesAt(feed, nowMs);
  return Array.from({ length: listed }, (_, at) => feed.firstAtMs + (at - EARLIER) * feed.gapMs);
}

/** Number of these episodes that are young enough for the catalogue. */
export function keptOf(publishedAtMs: readonly number[], nowMs: number): number {
  return publishedAtMs.filter((at) => at >= nowMs - RETENTION_MS).length;
}

export function isAway({ fails }: ModelFeed, nowMs: number): boolean {
  return fails && Math.floor(nowMs / HOUR_MS) % 2 === 1;
}
