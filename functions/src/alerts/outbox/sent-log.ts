import { createHash } from 'node:crypto';
import { type AlertFields, DAY_MS, SENT_LOG_KEPT_DAYS } from '../../contract/index.ts';
import { sentForm } from '../../query/normalize-query.ts';
import { withoutBoundaries } from '../../query/query-words.ts';
import { normalFormOf, queryKey, storedKey } from '../match/saved-keywords.ts';
import type { DigestSection } from './digest.ts';

/**
 * Scope by alert: an edited alert does not send an episode again. Scope by terms without exclusions: only one
 * of two alerts with the same terms sends an episode.
 */
export function scopesOf(alertId: string, normalized: string): string[] {
  return [`alert ${alertId}`, `form ${sentForm(normalized)}`];
}

export function sectionPairs(
  section: AlertFields & Pick<DigestSection, 'alertId' | 'keys'>,
): Uint8Array {
  const scopes = scopesOf(section.alertId, normalFormOf(section));
  return pairBytes(
    pairsIn(section.keys).flatMap((key) => scopes.map((scope) => pairHash(scope, key))),
  );
}

/** Stored as `users/{uid}/ledger/sent` for mail, and as `ledger/{channelId}` for a channel. Days are UTC. */
export interface SentLog {
  /** By day: hashes of pairs of a scope (`scopesOf`) and an episode key (`episodeKeys`), eight bytes each. */
  sent: Record<string, Uint8Array>;
  digests: Record<string, number>;
  /**
   * Episodes stored or published up to this time count as sent, because their pairs were dropped. Pairs in
   * `unsent` are exceptions.
   */
  forgottenUntilMs: number;
  unsent?: Uint8Array | undefined;
  last: MadeDigest | null;
  /** The last digest that could not be mailed. `inRow` is the number of consecutive failures. */
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

const NONE = new Uint8Array();
export const HASH_BYTES = 8;

/** Days retained besides today. Longer than an episode can match (`RECENT_DAYS` + `WINDOW_DAYS`). */
export const SENT_LOG_DAYS = SENT_LOG_KEPT_DAYS;

/**
 * Beyond this, old days are dropped. Holds 100,000 pairs, 6 to 14 per episode. A Firestore document holds 1
 * MiB.
 */
export const MAX_SENT_LOG_BYTES = 800_000;

/** 160 kB of hashes, twice as many as 200 alerts can have pending. */
const MAX_UNSENT = 20_000;

/** The first eight bytes of SHA-256, in hex. */
export function keyHash(key: string): string {
  return createHash('sha256').update(key).digest().toString('hex', 0, HASH_BYTES);
}

/** Identifies a query without revealing it. Different spellings of a query have the same hash. */
export function wordsHash(alert: AlertFields): string {
  return keyHash(withoutBoundaries(storedKey(queryKey(alert) ?? '')));
}

export function pairHash(scope: string, key: string): string {
  return keyHash(`${scope}\n${key}`);
}

export function pairBytes(pairs: readonly string[]): Uint8Array {
  return Buffer.from(pairs.join(''), 'hex');
}

export function sentPairs({ sent }: SentLog): Set<string> {
  return new Set(Object.values(sent).flatMap(pairsIn));
}

export function digestsOfDay({ digests }: SentLog, nowMs: number): number {
  return digests[dayOf(nowMs)] ?? 0;
}

export function pairsUnsent({ unsent = NONE }: SentLog): Set<string> {
  return new Set(pairsIn(unsent));
}

/** @param left Pairs of matches that wait for a later digest. */
export function withDigest(
  sentLog: SentLog,
  pairs: Uint8Array,
  made: MadeDigest,
  left: Uint8Array = NONE,
): SentLog {
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
  const cutUntilMs = forgottenUntilMs(days, kept, nowMs);
  // Episodes of the dropped days are too old to match.
  const isPast = sentLog.forgottenUntilMs < nowMs - SENT_LOG_DAYS * DAY_MS;
  const unsent = new Set([
    ...(isPast ? [] : pairsUnsent(sentLog)),
    ...(cutUntilMs > 0 ? pairsIn(left) : []),
  ]);
  for (const pair of pairsIn(pairs)) unsent.delete(pair);
  const after: SentLog = {
    ...sentLog,
    sent: kept,
    digests: { ...since(sentLog.digests, oldest), [today]: digestsOfDay(sentLog, nowMs) + 1 },
    forgottenUntilMs: Math.max(sentLog.forgottenUntilMs, cutUntilMs),
    last: made,
    // A series of failures continues only if the last digest failed.
    failed: sentLog.failed?.digestId === sentLog.last?.digestId ? sentLog.failed : null,
  };
  if (unsent.size > 0) after.unsent = unsentBytes([...unsent]);
  else delete after.unsent;
  return after;
}

/**
 * Removes unmailed pairs, so that a later digest sends them. A pair passed n times is removed n times. The
 * number of digests per day remains, because it limits attempts.
 * @param left Pairs of matches that are pending again.
 */
export function withoutPairs(
  sentLog: SentLog,
  pairs: Uint8Array,
  left: Uint8Array = NONE,
): SentLog {
  const toRemove = new Map<string, number>();
  for (const pair of pairsIn(pairs)) toRemove.set(pair, (toRemove.get(pair) ?? 0) + 1);
  const stays = (pair: string) => {
    const times = toRemove.get(pair) ?? 0;
    if (times > 0) toRemove.set(pair, times - 1);
    return times === 0;
  };
  const sent: Record<string, Uint8Array> = {};
  for (const [day, bytes] of Object.entries(sentLog.sent).sort().reverse()) {
    sent[day] = pairBytes(pairsIn(bytes).filter(stays));
  }
  if (sentLog.forgottenUntilMs === 0) return { ...sentLog, sent };
  return { ...sentLog, sent, unsent: unsentBytes([...pairsUnsent(sentLog), ...pairsIn(left)]) };
}

function unsentBytes(pairs: readonly string[]): Uint8Array {
  return pairBytes([...new Set(pairs)].slice(-MAX_UNSENT));
}

export function pairsIn(bytes: Uint8Array = NONE): string[] {
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

/** End of the newest day with dropped pairs, epoch milliseconds; 0 if none. */
function forgottenUntilMs(
  days: Record<string, Uint8Array>,
  kept: Record<string, Uint8Array>,
  nowMs: number,
): number {
  const cut = Object.keys(days).filter((day) => days[day]?.length !== (kept[day]?.length ?? 0));
  const newest = cut.sort().at(-1);
  return newest === undefined ? 0 : Math.min(nowMs, Date.parse(newest) + DAY_MS);
}

/** Drops the oldest days, then today's oldest pairs. */
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
