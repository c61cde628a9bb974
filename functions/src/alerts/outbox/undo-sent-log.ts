import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import type { Told } from '../delivery/delivery-record.ts';
import type { Digest } from './digest.ts';
import { type Ledger, withoutPairs } from './sent-log.ts';
import { sectionPairs } from './sent-pairs.ts';

const NONE = new Uint8Array();

/**
 * What the ledger is to forget once a digest is settled, so that a later digest tells it: the pairs of
 * all sections that were not mailed, or only perhaps. None while the digest is on its way, and when its
 * account is gone.
 * @param told What was mailed; null when nothing was.
 */
export function unmailedPairs(digest: Digest, told: Told | null): Uint8Array {
  const { state, code, sections } = digest;
  if (state === 'queued' || state === 'sending' || code === 'no-account') return NONE;
  const mailed = state === 'sent' ? (told?.sections ?? sections) : [];
  const ids = new Set(mailed.map(({ alertId }) => alertId));
  const unmailed = sections.filter(({ alertId }) => !ids.has(alertId));
  return Buffer.concat(unmailed.map(sectionPairs));
}

/** How long after a digest that could not be mailed the next is tried: the first of a row, and later ones. */
const FIRST_RETRY_MS = HOUR_MS;
const LATER_RETRY_MS = DAY_MS;

export interface Unmailed {
  ledger: Ledger;
  /** As in `PersonPreferences`. */
  retryAtMs: number | null;
}

/**
 * The ledger once a digest has ended with these pairs unmailed, and when they are told. An address that
 * takes no mail, or a service that refuses it, is tried again after an hour and then once a day. What
 * its person has changed meanwhile is planned anew at once; what they want later, or not at all, waits.
 */
export function unmailedAfter(
  ledger: Ledger,
  digestId: string,
  { state, code, finishedAtMs }: Digest,
  pairs: Uint8Array,
): Unmailed {
  const left = withoutPairs(ledger, pairs);
  const atMs = finishedAtMs ?? 0;
  if (code === 'changed') return { ledger: left, retryAtMs: atMs };
  if (state === 'sent' || code === 'paused' || code === 'nothing-left' || code === 'less-often') {
    return { ledger: left, retryAtMs: null };
  }
  const inRow = (ledger.failed?.inRow ?? 0) + 1;
  return {
    ledger: { ...left, failed: { digestId, inRow } },
    retryAtMs: atMs + (inRow === 1 ? FIRST_RETRY_MS : LATER_RETRY_MS),
  };
}
