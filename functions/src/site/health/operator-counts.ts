import { type Firestore, type Query, Timestamp } from 'firebase-admin/firestore';
import { DAY_MS, suppressionSchema } from '../../contract/index.ts';

type Reason = (typeof suppressionSchema.shape.reason.options)[number];

export interface OperatorCounts {
  /** People with stored preferences, channels or shows; alerts alone do not count. */
  people: number;
  alerts: number;
  /** `waiting`: all pending mails. The others: mails of the last 24 hours. */
  mails: { sent: number; waiting: number; failed: number; cancelled: number };
  /** Messages to channels: those `made` in the last 24 hours, and all that are `waiting`. */
  messages: { made: number; waiting: number };
  suppressed: Record<Reason, number>;
  /** `failing`: a failure since the last accepted message. `off`: switched off because of failures. */
  channels: { all: number; failing: number; off: number };
}

/** Uses Firestore's count queries, which cost a read per 1 000 index entries. */
export async function operatorCounts(firestore: Firestore, nowMs: number): Promise<OperatorCounts> {
  const count = async (query: Query) => (await query.count().get()).data().count;
  const since = Timestamp.fromMillis(nowMs - DAY_MS);
  const ever = Timestamp.fromMillis(0);
  const digests = firestore.collection('digests');
  const mails = (state: string, after = since) =>
    count(digests.where('state', '==', state).where('createdAt', '>=', after));
  const channels = firestore.collectionGroup('channels');
  const suppressed = firestore.collection('suppressions');
  const reasons = suppressionSchema.shape.reason.options;
  const [people, alerts, sent, waiting, failed, cancelled, made, queued, all, failing, off] =
    await Promise.all([
      count(firestore.collection('users')),
      count(firestore.collectionGroup('alerts')),
      mails('sent'),
      mails('queued', ever),
      mails('failed'),
      mails('cancelled'),
      count(digests.where('plannedAt', '>=', since)),
      count(digests.where('state', '==', 'queued').where('dueAt', '>=', ever)),
      count(channels),
      count(channels.where('failingSince', '>=', ever)),
      count(channels.where('state', '==', 'failing')),
    ]);
  const counts = await Promise.all(
    reasons.map(async (reason) => [reason, await count(suppressed.where('reason', '==', reason))]),
  );
  return {
    people,
    alerts,
    mails: { sent, waiting, failed, cancelled },
    messages: { made, waiting: queued },
    suppressed: Object.fromEntries(counts) as Record<Reason, number>,
    channels: { all, failing, off },
  };
}
