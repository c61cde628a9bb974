import type { Told } from '../delivery/delivery-record.ts';
import type { Digest } from './digest.ts';

const NONE = new Uint8Array();

/**
 * What the ledger is to forget once a digest is settled, so that a later digest tells it: the pairs of
 * all sections that were not mailed. None while the digest is on its way, when it was perhaps sent, and
 * when its account is gone.
 * @param told What was mailed; null when nothing was.
 */
export function unmailedPairs(digest: Digest, told: Told | null): Uint8Array {
  const { state, code, takeovers, sections } = digest;
  if (state === 'queued' || state === 'sending') return NONE;
  if (takeovers > 0 || code === 'no-account' || code === 'outcome-unknown') return NONE;
  const mailed = state === 'sent' && told !== null ? told.sections : [];
  const ids = new Set(mailed.map(({ alertId }) => alertId));
  const unmailed = sections.filter(({ alertId }) => !ids.has(alertId));
  return Buffer.concat(unmailed.map(({ pairs }) => pairs));
}
