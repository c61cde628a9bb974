import { createHash } from 'node:crypto';

/**
 * What was already sent to a person, as `users/{uid}/ledger/sent` holds it: what decides that nothing
 * is sent twice, also when the catalogue was built anew and everything in it looks new. Days are of
 * UTC, "2026-11-21".
 */
export interface Ledger {
  /** By day, eight bytes for every pair of alert and episode. */
  sent: Record<string, Uint8Array>;
  /** By day, how many digests were made. */
  digests: Record<string, number>;
}

export const EMPTY_LEDGER: Ledger = { sent: {}, digests: {} };

const DAY_MS = 86_400_000;
const HASH_BYTES = 8;

/**
 * Days a pair is remembered, besides the present one. What a run looks at was published at most
 * `NEWS_DAYS` before it was stored, and stored at most `WINDOW_DAYS` before the run: an episode is
 * forgotten only after it has become too old to be looked at.
 */
export const LEDGER_DAYS = 17;

/** A document holds a megabyte; beyond this (100 000 pairs) the oldest days are forgotten. */
export const MAX_LEDGER_BYTES = 800_000;

/** What stands for a pair of alert and episode (`episodeKey`): the beginning of a SHA-256, in hex. */
export function pairHash(alertId: string, episodeKey: string): string {
  const hash = createHash('sha256').update(`${alertId}\n${episodeKey}`).digest();
  return hash.toString('hex', 0, HASH_BYTES);
}

/** All pairs the ledger remembers. */
export function sentPairs({ sent }: Ledger): Set<string> {
  const pairs = new Set<string>();
  for (const bytes of Object.values(sent)) {
    const hex = Buffer.from(bytes).toString('hex');
    for (let at = 0; at < hex.length; at += 2 * HASH_BYTES) {
      pairs.add(hex.slice(at, at + 2 * HASH_BYTES));
    }
  }
  return pairs;
}

/** How many digests were made for the person on the day of `nowMs`. */
export function digestsOfDay({ digests }: Ledger, nowMs: number): number {
  return digests[dayOf(nowMs)] ?? 0;
}

/** The ledger after a digest of these pairs; days that are over are forgotten. */
export function withDigest(ledger: Ledger, pairs: readonly string[], nowMs: number): Ledger {
  const today = dayOf(nowMs);
  const oldest = dayOf(nowMs - LEDGER_DAYS * DAY_MS);
  const before = ledger.sent[today] ?? new Uint8Array();
  const sent = {
    ...ledger.sent,
    [today]: Buffer.concat([before, Buffer.from(pairs.join(''), 'hex')]),
  };
  return {
    sent: withinLimit(since(sent, oldest), today),
    digests: { ...since(ledger.digests, oldest), [today]: digestsOfDay(ledger, nowMs) + 1 },
  };
}

function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

function since<T>(days: Record<string, T>, oldest: string): Record<string, T> {
  return Object.fromEntries(Object.entries(days).filter(([day]) => day >= oldest));
}

/** Newest days first, as many as fit; of the present day the latest pairs. */
function withinLimit(days: Record<string, Uint8Array>, today: string): Record<string, Uint8Array> {
  let left = MAX_LEDGER_BYTES;
  const kept: Record<string, Uint8Array> = {};
  for (const day of Object.keys(days).sort().reverse()) {
    const bytes = days[day] ?? new Uint8Array();
    if (bytes.length > left && day !== today) break;
    kept[day] = bytes.length > left ? bytes.slice(-left) : bytes;
    left -= kept[day].length;
  }
  return kept;
}
