import * as z from 'zod/mini';
import { type Alert, alertIdentity } from './alert.ts';
import { isMap, type StoredFields } from './stored-times.ts';

/** Bytes of an episode's hash in `keys` and `more`. */
const HASH_BYTES = 8;

const episodeSchema = z.object({
  title: z.string(),
  podcast: z.string(),
  link: z.string(),
  /** Publication, epoch milliseconds. */
  pubDateMs: z.number(),
  /** When the catalogue first stored the episode, epoch milliseconds. */
  ingestedAtMs: z.number(),
  /** When its first match was stored, epoch milliseconds; absent if that was before 1.1. */
  foundAtMs: z.optional(z.number()),
});

/** A match that waits for the next email. */
export interface PendingMatch extends z.infer<typeof episodeSchema> {
  /** Names the episode among a person's matches; two alerts may have the same. */
  key: string;
}

const lastMatchSchema = z.object({
  atMs: z.number(),
  episodes: z.int().check(z.nonnegative()),
});

/** What waits of one alert, and its last email. */
export interface PendingAlert {
  /** See `alertIdentity`. */
  alertId: string;
  /** The last found first; 50 at most. */
  matches: readonly PendingMatch[];
  /** Number of further matches, of which nothing else is stored. */
  moreCount: number;
  /** The last email with it; absent if that was before 1.1. */
  lastMatch?: z.infer<typeof lastMatchSchema> | undefined;
}

/** Reads `users/{uid}/ledger/pending`, which the server alone writes; leaves out what it cannot read. */
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
 * What an alert's next email brings, as far as it is known: nothing for an alert that is paused or not emailed.
 * Of matches before the alert was last changed only the email decides whether they are wanted still.
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
  // Further matches are older than these.
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

/** Each client library has its own bytes: a `Uint8Array` on the server, a class `Bytes` in the browser. */
function bytesIn(stored: unknown): Uint8Array {
  if (stored instanceof Uint8Array) return stored;
  const read: unknown = hasToUint8Array(stored) ? stored.toUint8Array() : undefined;
  return read instanceof Uint8Array ? read : new Uint8Array();
}

function hasToUint8Array(value: unknown): value is { toUint8Array: () => unknown } {
  return isMap(value) && typeof value['toUint8Array'] === 'function';
}
