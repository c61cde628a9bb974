import { type Firestore, Timestamp } from 'firebase-admin/firestore';

/** Ages of the oldest pending mail and message in ms; null if none is pending. */
export interface OutboxAges {
  oldestMailMs: number | null;
  /** Counts from the time when the message was due. A message that waits for its turn or its receiver is not due. */
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
