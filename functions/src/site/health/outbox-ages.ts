import { type Firestore, Timestamp } from 'firebase-admin/firestore';

/** In ms; null if none is waiting. */
export interface OutboxAges {
  oldestMailMs: number | null;
  /** Since it was due. A message that waits for its turn or its receiver is not due. */
  oldestMessageMs: number | null;
}

/** Reads two documents: `createdAt` exists only in mails, `dueAt` only in messages. */
export async function outboxAges(firestore: Firestore, nowMs: number): Promise<OutboxAges> {
  const queued = firestore.collection('digests').where('state', '==', 'queued');
  const oldest = async (field: 'createdAt' | 'dueAt') => {
    const { docs } = await queued.orderBy(field).limit(1).select(field).get();
    const at: unknown = docs[0]?.get(field);
    return at instanceof Timestamp && at.toMillis() <= nowMs ? nowMs - at.toMillis() : null;
  };
  const [oldestMailMs, oldestMessageMs] = await Promise.all([oldest('createdAt'), oldest('dueAt')]);
  return { oldestMailMs, oldestMessageMs };
}
