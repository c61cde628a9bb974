import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import { normalFormOf } from '../match/saved-keywords.ts';
import type { Digest, DigestSection, SentMail } from './digest.ts';
import {
  pairBytes,
  pairHash,
  pairsIn,
  scopesOf,
  sectionPairs,
  type SentLog,
  withoutPairs,
} from './sent-log.ts';

/** Sections that were not mailed, or whose outcome is unknown. */
export function unmailedSections(digest: Digest, mailed: SentMail | null): DigestSection[] {
  const { state, code, sections } = digest;
  if (state === 'queued' || state === 'sending' || code === 'no-account') return [];
  const kept = state === 'sent' ? (mailed?.sections ?? sections) : [];
  const ids = new Set(kept.map(({ alertId }) => alertId));
  return sections.filter(({ alertId }) => !ids.has(alertId));
}

/** Outages of the mail service, not failures of the address or the content. */
const OUTAGE_CODES: readonly (string | null)[] = ['gave-up', 'outcome-unknown'];

const FIRST_RETRY_MS = HOUR_MS;
const LATER_RETRY_MS = DAY_MS;
/** A service that refuses everything, even the plain form, is asked each hour at first. */
const REFUSALS_AN_HOUR_APART = 6;

export interface Undone {
  sentLog: SentLog;
  /** Epoch milliseconds. Null retries with the next digest. */
  retryAtMs: number | null;
}

/**
 * Removes unmailed pairs and schedules the retry: immediately after an edited alert, with the next digest
 * after a pause, an hour after a failure. Consecutive failures caused by the address wait a day, and so do those
 * caused by the content after some hours. Messages are not delayed.
 */
export function undoSentLog(
  sentLog: SentLog,
  digestId: string,
  { state, code, finishedAtMs, channel, isPlain = false }: Digest,
  unmailed: readonly DigestSection[],
): Undone {
  const pairs = Buffer.concat(unmailed.map(sectionPairs));
  const left = withoutPairs(sentLog, pairs, pairsWaiting(unmailed));
  const atMs = finishedAtMs ?? 0;
  // The next run plans new messages if the channel is on.
  if (channel !== undefined) return { sentLog: left, retryAtMs: null };
  if (code === 'changed') return { sentLog: left, retryAtMs: atMs };
  if (state === 'sent' || code === 'paused' || code === 'nothing-left') {
    return { sentLog: left, retryAtMs: null };
  }
  if (OUTAGE_CODES.includes(code)) return { sentLog: left, retryAtMs: atMs + FIRST_RETRY_MS };
  const inRow = (sentLog.failed?.inRow ?? 0) + 1;
  return {
    sentLog: { ...left, failed: { digestId, inRow } },
    retryAtMs:
      atMs + (inRow <= (isPlain ? REFUSALS_AN_HOUR_APART : 1) ? FIRST_RETRY_MS : LATER_RETRY_MS),
  };
}

function pairsWaiting(sections: readonly DigestSection[]): Uint8Array {
  return pairBytes(
    sections.flatMap((section) => {
      const [scope = ''] = scopesOf(section.alertId, normalFormOf(section));
      return pairsIn(section.keys).map((key) => pairHash(scope, key));
    }),
  );
}
