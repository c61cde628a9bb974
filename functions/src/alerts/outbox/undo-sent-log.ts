import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import { normalFormOf } from '../match/saved-keywords.ts';
import type { Digest, DigestSection, SentMail } from './digest.ts';
import { countedByName, shownIn } from './restore-pending.ts';
import {
  pairBytes,
  pairHash,
  scopesOf,
  sectionPairs,
  type SentLog,
  withoutPairs,
} from './sent-log.ts';

/** Codes of messages that were not sent because of their owner's account. */
const OF_ACCOUNT: readonly (string | null)[] = ['disabled', 'unverified'];

/** Sections of a settled digest that were not mailed, or may not have been: their matches wait again. */
export function unmailedSections(digest: Digest, mailed: SentMail | null): DigestSection[] {
  const { state, code, sections, channel } = digest;
  if (state === 'queued' || state === 'sending' || code === 'no-account') return [];
  // Otherwise each run would plan the same message again for an account that may have none.
  if (channel !== undefined && OF_ACCOUNT.includes(code)) return [];
  const kept = state === 'sent' ? (mailed?.sections ?? sections) : [];
  const ids = new Set(kept.map(({ alertId }) => alertId));
  return sections.filter(({ alertId }) => !ids.has(alertId));
}

/**
 * Codes of digests that failed because the mail service was away or silent for a day. They say nothing about
 * the address or the episodes.
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
 * The sent log without the unmailed pairs, and the time of the retry: an hour after a failure, but a day
 * after each further one in a row that is due to the address or the content; immediately after an edited
 * alert; with the next digest after a pause. Messages to channels are not delayed.
 */
export function undoSentLog(
  sentLog: SentLog,
  digestId: string,
  { state, code, finishedAtMs, channel, facts }: Digest,
  unmailed: readonly DigestSection[],
): Undone {
  const pairs = Buffer.concat(unmailed.map(sectionPairs));
  const left = withoutPairs(sentLog, pairs, pairsWaiting(unmailed, facts));
  const atMs = finishedAtMs ?? 0;
  // The next run plans new messages, if the channel is on.
  if (channel !== undefined) return { sentLog: left, retryAtMs: null };
  if (code === 'changed') return { sentLog: left, retryAtMs: atMs };
  if (state === 'sent' || code === 'paused' || code === 'nothing-left') {
    return { sentLog: left, retryAtMs: null };
  }
  if (OF_SERVICE.includes(code)) return { sentLog: left, retryAtMs: atMs + FIRST_RETRY_MS };
  const inRow = (sentLog.failed?.inRow ?? 0) + 1;
  return {
    sentLog: { ...left, failed: { digestId, inRow } },
    retryAtMs: atMs + (inRow === 1 ? FIRST_RETRY_MS : LATER_RETRY_MS),
  };
}

/** A pair (scope, episode key) of each match that waits again by name; see `withRestored`. */
function pairsWaiting(sections: readonly DigestSection[], facts: Digest['facts']): Uint8Array {
  return pairBytes(
    sections.flatMap((section) => {
      const [scope = ''] = scopesOf(section.alertId, normalFormOf(section));
      const shown = shownIn(section).map(({ own }) => own);
      return [...shown, ...countedByName(section, facts)].map((key) => pairHash(scope, key));
    }),
  );
}
