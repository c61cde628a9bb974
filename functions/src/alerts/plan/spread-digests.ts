import { MINUTE_MS } from '../../contract/index.ts';
import { createHash } from 'node:crypto';

/** Digests are sent at once if the queue needs at most this time for them at half its rate. */
const AT_ONCE_MS = MINUTE_MS;
/** Digests must arrive within the chosen hour, and sending may take ten minutes. */
const WITHIN_MS = 50 * MINUTE_MS;

/**
 * Time over which to spread `count` digests; 0 sends them at once. Uses half of the queue's rate, because
 * hourly and later digests need the rest, unless that would exceed {@link WITHIN_MS}.
 */
export function spreadMs(count: number, ratePerSecond: number): number {
  const wholeMs = (count / ratePerSecond) * 1000;
  const wantedMs = wholeMs <= AT_ONCE_MS / 2 ? 0 : 2 * wholeMs;
  return Math.round(Math.max(Math.min(wantedMs, WITHIN_MS), wholeMs > WITHIN_MS ? wholeMs : 0));
}

/** Derived from the uid, so that a person's mails arrive at the same time each day. */
export function delayOf(uid: string, slotMs: number, nowMs: number, overMs: number): number {
  const leftMs = Math.max(0, slotMs + WITHIN_MS - nowMs);
  return Math.floor(shareOf(uid) * (overMs > WITHIN_MS ? overMs : Math.min(overMs, leftMs)));
}

function shareOf(uid: string): number {
  return createHash('sha256').update(uid).digest().readUInt32BE() / 2 ** 32;
}
