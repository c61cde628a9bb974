import { alertFields, DELIVERY_EPISODES, mailedEpisodeSchema } from '../../contract/index.ts';
import { digestSubject } from '../../mail/digest/digest-subject.ts';
import type { Digest } from '../outbox/digest.ts';
import type { DeliveryRecord } from '../outbox/outbox-store.ts';

/** Nobody is left to read of it, or its person has changed what it was to tell. */
const WITHOUT_RECORD = ['no-account', 'nothing-left', 'changed', 'less-often'];

/** What a mail told. */
export interface SentMail {
  subject: string;
  sections: Digest['sections'];
}

/**
 * What a settled digest leaves in a person's history; null while it is on its way, and when nobody is
 * left to read it or the person has stopped every alert in it.
 * @param told What was mailed; null when nothing was, and then it is what would have been.
 */
export function deliveryRecord(digest: Digest, mailed: SentMail | null): DeliveryRecord | null {
  const { state, code, finishedAtMs } = digest;
  const { sections } = mailed ?? digest;
  if (state === 'queued' || state === 'sending' || finishedAtMs === null) return null;
  if (WITHOUT_RECORD.includes(code ?? '')) return null;
  return {
    state,
    atMs: finishedAtMs,
    subject: mailed?.subject ?? digestSubject({ alerts: sections }),
    code,
    alerts: sections.map(({ alertId, episodes, moreCount, ...section }) => ({
      alertId,
      ...alertFields(section),
      count: episodes.length + moreCount,
      episodes: episodes
        .slice(0, DELIVERY_EPISODES)
        .map((episode) => mailedEpisodeSchema.parse(episode)),
    })),
  };
}
