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

/** Pairs as the ledger keeps them. */
export function pairBytes(pairs: readonly string[]): Uint8Array {
  return Buffer.from(pairs.join(''), 'hex');
}

/** All pairs the ledger remembers. */
export function sentPairs({ sent }: Ledger): Set<string> {
  return new Set(Object.values(sent).flatMap(pairsIn));
}

/** How many digests were made for the person on the day of `nowMs`. */
export function digestsOfDay({ digests }: Ledger, nowMs: number): number {
  return digests[dayOf(nowMs)] ?? 0;
}

/** The ledger after a digest of these pairs; days that are over are forgotten. */
export function withDigest(ledger: Ledger, pairs: Uint8Array, nowMs: number): Ledger {
  const today = dayOf(nowMs);
  const oldest = dayOf(nowMs - LEDGER_DAYS * DAY_MS);
  const before = ledger.sent[today] ?? new Uint8Array();
  const sent = {
    ...ledger.sent,
    [today]: Buffer.concat([before, pairs]),
  };
  return {
    sent: withinLimit(since(sent, oldest), today),
    digests: { ...since(ledger.digests, oldest), [today]: digestsOfDay(ledger, nowMs) + 1 },
  };
}

/**
 * The ledger without pairs whose digest was not mailed, so that a later digest tells them. A pair that
 * it holds several times is taken out as often as it is given, of the newest day first. The number of
 * the day's digests stays: it bounds how often a person's digest is tried.
 */
export function withoutPairs(ledger: Ledger, pairs: Uint8Array): Ledger {
  const toTakeOut = new Map<string, number>();
  for (const pair of pairsIn(pairs)) toTakeOut.set(pair, (toTakeOut.get(pair) ?? 0) + 1);
  const stays = (pair: string) => {
    const times = toTakeOut.get(pair) ?? 0;
    if (times > 0) toTakeOut.set(pair, times - 1);
    return times === 0;
  };
  const sent: Record<string, Uint8Array> = {};
  for (const [day, bytes] of Object.entries(ledger.sent).sort().reverse()) {
    sent[day] = pairBytes(pairsIn(bytes).filter(stays));
  }
  return { ...ledger, sent };
}

function pairsIn(bytes: Uint8Array): string[] {
  const hex = Buffer.from(bytes).toString('hex');
  const digits = 2 * HASH_BYTES;
  return Array.from({ length: hex.length / digits }, (_, index) =>
    hex.slice(index * digits, (index + 1) * digits),
  );
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
