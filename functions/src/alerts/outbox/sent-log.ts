import { createHash } from 'node:crypto';
import { type AlertFields, DAY_MS, SENT_LOG_KEPT_DAYS } from '../../contract/index.ts';
import { wantedPart } from '../../query/normalize-query.ts';
import { normalFormOf } from '../matching/saved-keywords.ts';
import type { DigestSection } from './digest.ts';

/**
 * The scopes an episode is logged under: the alert, whatever its query is at the time, so that a changed
 * alert sends nothing twice; and the wanted part of its query, without exclusions, so that two alerts
 * with the same terms do not either.
 * @param normalized The alert's keyword in its normal form.
 */
export function scopesOf(alertId: string, normalized: string): string[] {
  return [`alert ${alertId}`, `form ${wantedPart(normalized)}`];
}

export function sectionPairs(
  section: AlertFields & Pick<DigestSection, 'alertId' | 'keys'>,
): Uint8Array {
  const scopes = scopesOf(section.alertId, normalFormOf(section));
  return pairBytes(
    pairsIn(section.keys).flatMap((key) => scopes.map((scope) => pairHash(scope, key))),
  );
}

/**
 * What was already sent to a person, as `users/{uid}/sent log/sent` holds it: what decides that nothing
 * is sent twice, also when the catalogue was built anew and everything in it looks new. Days are of
 * UTC, "2026-11-21".
 */
export interface SentLog {
  /** By day, eight bytes for every pair of a scope and a key of an episode (`sectionPairs`). */
  sent: Record<string, Uint8Array>;
  /** By day, how many digests were made. */
  digests: Record<string, number>;
  /**
   * Episodes stored or published up to this moment count as sent, for their pairs had to be forgotten
   * for want of room; epoch milliseconds, 0 while nothing was.
   */
  forgottenUntilMs: number;
  last: MadeDigest | null;
  /** The last digest that could not be mailed, and how many there were one after the other; or null. */
  failed: { digestId: string; inRow: number } | null;
}

export interface MadeDigest {
  digestId: string;
  atMs: number;
}

export const EMPTY_SENT_LOG: SentLog = {
  sent: {},
  digests: {},
  forgottenUntilMs: 0,
  last: null,
  failed: null,
};

const HASH_BYTES = 8;

/**
 * Days a pair is remembered, besides the present one. What a run looks at was published at most
 * `RECENT_DAYS` before it was stored, and stored at most `WINDOW_DAYS` before the run: an episode is
 * forgotten only after it has become too old to be looked at.
 */
export const SENT_LOG_DAYS = SENT_LOG_KEPT_DAYS;

/**
 * A document holds a megabyte; beyond this (100 000 pairs, six to fourteen for an episode) the oldest days are
 * forgotten, and all that was stored or published before counts as sent.
 */
export const MAX_SENT_LOG_BYTES = 800_000;

/** Hash of a key of an episode (`episodeKeys`): the beginning of a SHA-256, in hex. */
export function keyHash(key: string): string {
  return createHash('sha256').update(key).digest().toString('hex', 0, HASH_BYTES);
}

/**
 * Hash of a pair, in hex.
 * @param scope One of `scopesOf`.
 * @param key As {@link keyHash} makes it.
 */
export function pairHash(scope: string, key: string): string {
  return keyHash(`${scope}\n${key}`);
}

/** Pairs, or keys, as documents keep them. */
export function pairBytes(pairs: readonly string[]): Uint8Array {
  return Buffer.from(pairs.join(''), 'hex');
}

export function sentPairs({ sent }: SentLog): Set<string> {
  return new Set(Object.values(sent).flatMap(pairsIn));
}

export function digestsOfDay({ digests }: SentLog, nowMs: number): number {
  return digests[dayOf(nowMs)] ?? 0;
}

/** The sent log after a digest of these pairs; days that are over are forgotten. */
export function withDigest(sentLog: SentLog, pairs: Uint8Array, made: MadeDigest): SentLog {
  const nowMs = made.atMs;
  const today = dayOf(nowMs);
  const oldest = dayOf(nowMs - SENT_LOG_DAYS * DAY_MS);
  const before = sentLog.sent[today] ?? new Uint8Array();
  const sent = {
    ...sentLog.sent,
    [today]: Buffer.concat([before, pairs]),
  };
  const days = since(sent, oldest);
  const kept = withinLimit(days, today);
  return {
    sent: kept,
    digests: { ...since(sentLog.digests, oldest), [today]: digestsOfDay(sentLog, nowMs) + 1 },
    forgottenUntilMs: Math.max(sentLog.forgottenUntilMs, forgottenUntilMs(days, kept, nowMs)),
    last: made,
    // Where the last one failed, it depends on this one whether the row goes on.
    failed: sentLog.failed?.digestId === sentLog.last?.digestId ? sentLog.failed : null,
  };
}

/**
 * The sent log without pairs whose digest was not mailed, so that a later digest sends them. A pair that
 * it holds several times is taken out as often as it is given, of the newest day first. The number of
 * the day's digests stays: it bounds how often a person's digest is tried.
 */
export function withoutPairs(sentLog: SentLog, pairs: Uint8Array): SentLog {
  const toTakeOut = new Map<string, number>();
  for (const pair of pairsIn(pairs)) toTakeOut.set(pair, (toTakeOut.get(pair) ?? 0) + 1);
  const stays = (pair: string) => {
    const times = toTakeOut.get(pair) ?? 0;
    if (times > 0) toTakeOut.set(pair, times - 1);
    return times === 0;
  };
  const sent: Record<string, Uint8Array> = {};
  for (const [day, bytes] of Object.entries(sentLog.sent).sort().reverse()) {
    sent[day] = pairBytes(pairsIn(bytes).filter(stays));
  }
  return { ...sentLog, sent };
}

export function pairsIn(bytes: Uint8Array): string[] {
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

/** Up to when pairs are missing in what was kept: to the end of the newest day that is not whole. */
function forgottenUntilMs(
  days: Record<string, Uint8Array>,
  kept: Record<string, Uint8Array>,
  nowMs: number,
): number {
  const cut = Object.keys(days).filter((day) => days[day]?.length !== (kept[day]?.length ?? 0));
  const newest = cut.sort().at(-1);
  return newest === undefined ? 0 : Math.min(nowMs, Date.parse(newest) + DAY_MS);
}

/** Newest days first, as many as fit; of the present day the latest pairs. */
function withinLimit(days: Record<string, Uint8Array>, today: string): Record<string, Uint8Array> {
  let left = MAX_SENT_LOG_BYTES;
  const kept: Record<string, Uint8Array> = {};
  for (const day of Object.keys(days).sort().reverse()) {
    const bytes = days[day] ?? new Uint8Array();
    if (bytes.length > left && day !== today) break;
    kept[day] = bytes.length > left ? bytes.slice(-left) : bytes;
    left -= kept[day].length;
  }
  return kept;
}
