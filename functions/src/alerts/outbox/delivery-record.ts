import {
  alertFields,
  type Channel,
  type Delivery,
  DELIVERY_EPISODES,
  mailedEpisodeSchema,
} from '../../contract/index.ts';
import type { DigestEpisode } from '../../delivery/mail/digest/digest-content.ts';
import { digestSubject } from '../../delivery/mail/digest/digest-subject.ts';
import type { Digest, SentMail } from './digest.ts';
import type { DeliveryRecord } from './outbox-store.ts';

/** Codes that the history omits: the account is gone, or the person made the digest obsolete. */
const WITHOUT_RECORD = ['no-account', 'channel-gone', 'nothing-left', 'changed'];

/** Max bytes of episodes. A Firestore document holds 1 MiB, and keywords take up to 120 kB. */
const MAX_BYTES = 800_000;

/**
 * Null if the digest is not settled or has a code in {@link WITHOUT_RECORD}.
 * @param mailed Null if nothing was mailed. Then the entry lists the planned content.
 * @param channel Null for mail, or if the channel is deleted.
 */
export function deliveryRecord(
  digest: Digest,
  mailed: SentMail | null,
  channel: Channel | null = null,
): DeliveryRecord | null {
  const { state, code, finishedAtMs, answer } = digest;
  const { sections } = mailed ?? digest;
  if (state === 'queued' || state === 'sending' || finishedAtMs === null) return null;
  if (WITHOUT_RECORD.includes(code ?? '')) return null;
  let bytes = 0;
  return {
    state,
    atMs: finishedAtMs,
    subject: mailed?.subject ?? digestSubject({ alerts: sections }),
    code,
    ...(channel && { channel: { id: channel.id, kind: channel.kind, name: channel.name } }),
    ...(answer && { answer }),
    alerts: sections.map(({ alertId, episodes, moreCount, ...section }) => ({
      alertId,
      ...alertFields(section),
      count: episodes.length + moreCount,
      episodes: episodes
        .slice(0, DELIVERY_EPISODES)
        .map((episode) => mailedEpisodeSchema.parse(episode))
        .filter((episode) => {
          bytes += Buffer.byteLength(JSON.stringify(episode));
          return bytes <= MAX_BYTES;
        }),
      ...moreFoundAt(episodes.slice(DELIVERY_EPISODES)),
    })),
  };
}

function moreFoundAt(
  further: readonly DigestEpisode[],
): Pick<Delivery['alerts'][number], 'moreFoundAtMs'> {
  const times = further.flatMap(({ foundAtMs }) => foundAtMs ?? []);
  return times.length === 0 ? {} : { moreFoundAtMs: times };
}
