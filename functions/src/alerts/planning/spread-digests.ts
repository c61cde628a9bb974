import { MINUTE_MS } from '../../contract/index.ts';
import { createHash } from 'node:crypto';

/** What the queue has sent within this needs no spreading. */
const AT_ONCE_MS = MINUTE_MS;
/** A digest is to arrive within the hour it was chosen for, also when its sending takes a while. */
const WITHIN_MS = 50 * MINUTE_MS;

/**
 * How long to spread `count` digests (ms; 0 = send at once).
 * As many as need it take half of what the queue can send, so that those that cannot wait, and what
 * comes next, find room; they leave the hour only when the whole queue could not send them within it.
 * @param ratePerSecond Digests that the queue sends.
 */
export function spreadMs(count: number, ratePerSecond: number): number {
  const wholeMs = (count / ratePerSecond) * 1000;
  const wantedMs = wholeMs <= AT_ONCE_MS / 2 ? 0 : 2 * wholeMs;
  return Math.round(Math.max(Math.min(wantedMs, WITHIN_MS), wholeMs > WITHIN_MS ? wholeMs : 0));
}

/**
 * How long after now a person's digest is handed to the queue, milliseconds: every day at about the
 * same place of the time it is spread over. A run that is late has less of the hour left.
 */
export function delayOf(uid: string, slotMs: number, nowMs: number, overMs: number): number {
  const leftMs = Math.max(0, slotMs + WITHIN_MS - nowMs);
  return Math.floor(placeOf(uid) * (overMs > WITHIN_MS ? overMs : Math.min(overMs, leftMs)));
}

function placeOf(uid: string): number {
  return createHash('sha256').update(uid).digest().readUInt32BE() / 2 ** 32;
}
