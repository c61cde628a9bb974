import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import type { Digest, SentMail } from './digest.ts';
import { sectionPairs, type SentLog, withoutPairs } from './sent-log.ts';

const NONE = new Uint8Array();

/**
 * The pairs that leave the sent log once a digest is settled, so that a later digest sends them: those of
 * all sections that were not mailed, or only perhaps. None while the digest is on its way, and when its
 * account is gone.
 * @param mailed Null when nothing was mailed.
 */
export function pairsToUndo(digest: Digest, mailed: SentMail | null): Uint8Array {
  const { state, code, sections } = digest;
  if (state === 'queued' || state === 'sending' || code === 'no-account') return NONE;
  const kept = state === 'sent' ? (mailed?.sections ?? sections) : [];
  const ids = new Set(kept.map(({ alertId }) => alertId));
  const unmailed = sections.filter(({ alertId }) => !ids.has(alertId));
  return Buffer.concat(unmailed.map(sectionPairs));
}

/** How long after a digest that could not be mailed the next is tried: the first of a row, and later ones. */
const FIRST_RETRY_MS = HOUR_MS;
const LATER_RETRY_MS = DAY_MS;

export interface Undone {
  sentLog: SentLog;
  /** As in `PersonPreferences`. */
  retryAtMs: number | null;
}

/**
 * The sent log once a digest has ended with these pairs unmailed, and when they are retried. An address that
 * takes no mail, or a service that refuses it, is tried again after an hour and then once a day. What
 * its person has changed meanwhile is planned anew at once; what they want later, or not at all, waits.
 */
export function undoSentLog(
  sentLog: SentLog,
  digestId: string,
  { state, code, finishedAtMs }: Digest,
  pairs: Uint8Array,
): Undone {
  const left = withoutPairs(sentLog, pairs);
  const atMs = finishedAtMs ?? 0;
  if (code === 'changed') return { sentLog: left, retryAtMs: atMs };
  if (state === 'sent' || code === 'paused' || code === 'nothing-left' || code === 'less-often') {
    return { sentLog: left, retryAtMs: null };
  }
  const inRow = (sentLog.failed?.inRow ?? 0) + 1;
  return {
    sentLog: { ...left, failed: { digestId, inRow } },
    retryAtMs: atMs + (inRow === 1 ? FIRST_RETRY_MS : LATER_RETRY_MS),
  };
}
