import * as z from 'zod/mini';
import { type Alert, alertIdentity } from './alert.ts';
import { isMap, type StoredFields } from './stored-times.ts';

/** Bytes per episode hash in `keys` and `more`. */
const HASH_BYTES = 8;

const episodeSchema = z.object({
  title: z.string(),
  podcast: z.string(),
  link: z.string(),
  /** Epoch milliseconds, like the other times. */
  pubDateMs: z.number(),
  /** When the catalogue first stored the episode. */
  ingestedAtMs: z.number(),
  /** When its first match was stored; absent before 1.1. */
  foundAtMs: z.optional(z.number()),
});

export interface PendingMatch extends z.infer<typeof episodeSchema> {
  /** Identity of the episode, which matches of several alerts may share. */
  key: string;
}

const lastMatchSchema = z.object({
  atMs: z.number(),
  episodes: z.int().check(z.nonnegative()),
});

/** Matches of one alert that are pending for the next email, and its last email. */
export interface PendingAlert {
  /** See `alertIdentity`. */
  alertId: string;
  /** Newest match first; at most 50. */
  matches: readonly PendingMatch[];
  /** Further matches, which are only counted. */
  moreCount: number;
  /** Absent if the last email was sent before version 1.1. */
  lastMatch?: z.infer<typeof lastMatchSchema> | undefined;
}

/** Reads `users/{uid}/ledger/pending`, which only the server writes. Skips malformed entries. */
export function readPendingAlerts(stored: StoredFields): PendingAlert[] {
  const [alerts, episodes, last] = [
    mapIn(stored['alerts']),
    mapIn(stored['episodes']),
    mapIn(stored['last']),
  ];
  const ids = new Set([...Object.keys(alerts), ...Object.keys(last)]);
  return [...ids].flatMap((alertId): PendingAlert[] => {
    const { keys, more, beyond = 0 } = mapIn(alerts[alertId]);
    const matches = hashesIn(keys).flatMap((key): PendingMatch[] => {
      const read = episodeSchema.safeParse(episodes[key]);
      return read.success ? [{ key, ...read.data }] : [];
    });
    const moreCount = hashesIn(more).length + (typeof beyond === 'number' ? beyond : 0);
    const { data: lastMatch } = lastMatchSchema.safeParse(last[alertId]);
    if (matches.length + moreCount === 0 && lastMatch === undefined) return [];
    return [{ alertId, matches: matches.reverse(), moreCount, ...(lastMatch && { lastMatch }) }];
  });
}

export function withLastMatch<A extends Pick<Alert, 'id' | 'createdAtMs' | 'lastMatch'>>(
  alert: A,
  all: readonly PendingAlert[],
): A {
  const alertId = alertIdentity(alert.id, alert.createdAtMs);
  const lastMatch = all.find((each) => each.alertId === alertId)?.lastMatch;
  return lastMatch === undefined ? alert : { ...alert, lastMatch };
}

/**
 * Returns no matches if the alert is paused or not emailed. Excludes matches before its last change, because the
 * email rechecks those.
 */
export function pendingOf(
  alert: Pick<Alert, 'id' | 'createdAtMs' | 'paused' | 'mail' | 'changedAtMs'>,
  all: readonly PendingAlert[],
): Pick<PendingAlert, 'matches' | 'moreCount'> {
  const alertId = alertIdentity(alert.id, alert.createdAtMs);
  const pending = all.find((each) => each.alertId === alertId);
  if (pending === undefined || alert.paused === true || alert.mail === false) {
    return { matches: [], moreCount: 0 };
  }
  const { changedAtMs = 0 } = alert;
  const matches = pending.matches.filter(({ ingestedAtMs }) => ingestedAtMs > changedAtMs);
  // Unlisted matches are older than the listed ones, so they are excluded if any listed match is.
  const isWhole = matches.length === pending.matches.length;
  return { matches, moreCount: isWhole ? pending.moreCount : 0 };
}

function mapIn(stored: unknown): StoredFields {
  return isMap(stored) ? stored : {};
}

function hashesIn(stored: unknown): string[] {
  const bytes = bytesIn(stored);
  const hashes: string[] = [];
  for (let at = 0; at + HASH_BYTES <= bytes.length; at += HASH_BYTES) {
    const hash = bytes.subarray(at, at + HASH_BYTES);
    hashes.push(Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join(''));
  }
  return hashes;
}

/** The server library returns a `Uint8Array`, the browser library a `Bytes`. */
function bytesIn(stored: unknown): Uint8Array {
  if (stored instanceof Uint8Array) return stored;
  const read: unknown = hasToUint8Array(stored) ? stored.toUint8Array() : undefined;
  return read instanceof Uint8Array ? read : new Uint8Array();
}

function hasToUint8Array(value: unknown): value is { toUint8Array: () => unknown } {
  return isMap(value) && typeof value['toUint8Array'] === 'function';
}
