import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import type { Digest, SentMail } from './digest.ts';
import { GIVEN_UP, HALVED } from './digest-progress.ts';
import { sectionPairs, type SentLog, withoutCount, withoutPairs } from './sent-log.ts';

const NONE = new Uint8Array();

/** Pairs to remove from the sent log once a digest is settled: of sections not mailed, or only perhaps. */
export function pairsToUndo(digest: Digest, mailed: SentMail | null): Uint8Array {
  const { state, code, sections } = digest;
  if (state === 'queued' || state === 'sending' || code === 'no-account') return NONE;
  // The pairs belong to the halves now; a given-up episode stays told.
  if (code === HALVED || code === GIVEN_UP) return NONE;
  const kept = state === 'sent' ? (mailed?.sections ?? sections) : [];
  const ids = new Set(kept.map(({ alertId }) => alertId));
  const unmailed = sections.filter(({ alertId }) => !ids.has(alertId));
  return Buffer.concat(unmailed.map(sectionPairs));
}

/**
 * Codes for a mail service that was away or silent for a day, which says nothing about the address or the
 * episodes.
 */
const OF_SERVICE: readonly (string | null)[] = ['gave-up', 'outcome-unknown'];

/** Retry delay after a failed digest; {@link LATER_RETRY_MS} after further failures in a row. */
const FIRST_RETRY_MS = HOUR_MS;
const LATER_RETRY_MS = DAY_MS;

export interface Undone {
  sentLog: SentLog;
  /** Time of the next attempt, epoch milliseconds; null: with the next digest. */
  retryAtMs: number | null;
}

/**
 * The sent log without the unmailed pairs, and when to retry. After a failure: an hour; after further ones of the
 * address or of what it was to hold, a day. After an edited alert: at once. After a pause: with the next digest.
 * Messages to channels have no delay.
 */
export function undoSentLog(
  sentLog: SentLog,
  digestId: string,
  { state, code, finishedAtMs, channel, half, sections }: Digest,
  pairs: Uint8Array,
): Undone {
  const plannedId = half?.of ?? digestId;
  const isCounted = half === undefined || sections.some(({ moreCount }) => moreCount > 0);
  const isUncounted = state !== 'sent' && isCounted;
  const left = withoutPairs(isUncounted ? withoutCount(sentLog, plannedId) : sentLog, pairs);
  const atMs = finishedAtMs ?? 0;
  // The next run tells them, as long as the channel is on.
  if (channel !== undefined) return { sentLog: left, retryAtMs: null };
  if (code === 'changed') return { sentLog: left, retryAtMs: atMs };
  if (state === 'sent' || code === 'paused' || code === 'nothing-left') {
    return { sentLog: left, retryAtMs: null };
  }
  if (OF_SERVICE.includes(code)) return { sentLog: left, retryAtMs: atMs + FIRST_RETRY_MS };
  // The halves of a digest fail as one.
  const isKnown = half !== undefined && sentLog.failed?.digestId === plannedId;
  const inRow = (sentLog.failed?.inRow ?? 0) + (isKnown ? 0 : 1);
  return {
    sentLog: { ...left, failed: { digestId: plannedId, inRow } },
    retryAtMs: atMs + (inRow === 1 ? FIRST_RETRY_MS : LATER_RETRY_MS),
  };
}
