import { database } from '../../platform/firebase-admin.ts';
import { type DeliveryQueue, messageQueue } from './delivery-queue.ts';
import type { Digest, DigestSection } from './digest.ts';
import type { OutboxStore } from './outbox-store.ts';
import { sectionPairs } from './sent-log.ts';

/** `not-failed` if the message was sent or is being retried. `off` if its channel is off. */
export type Resent = 'queued' | 'not-found' | 'not-failed' | 'off';

const MESSAGE_ID = /^[\w-]{1,1000}$/;

/**
 * Sends a failed message again with the same id, at its owner's request. Its episodes are sent even if a
 * later message contained them.
 */
export async function resendMessage(
  { store, messages }: { store: Pick<OutboxStore, 'changeDigest'>; messages: DeliveryQueue },
  uid: string,
  id: string,
  nowMs: number,
): Promise<Resent> {
  if (!MESSAGE_ID.test(id)) return 'not-found';
  let resent = 'not-found' as Resent;
  const digest = await store.changeDigest(id, (found, channel) => {
    if (found.uid !== uid || found.channel === undefined || channel === null) return null;
    if (found.state !== 'failed') resent = 'not-failed';
    else if (channel.state !== 'on') resent = 'off';
    else {
      resent = 'queued';
      const sentAgain = Buffer.concat(found.sections.map(sectionPairs));
      return { digest: queuedAgain(found, nowMs), record: null, unmailed: [], sentAgain };
    }
    return null;
  });
  if (digest === null) return 'not-found';
  if (resent === 'queued') await messages.enqueue(id, `again-${digest.attempt}`);
  return resent;
}

function queuedAgain(failed: Digest, nowMs: number): Digest {
  return {
    ...failed,
    sections: failed.sections.flatMap(withoutCounts),
    isPlain: false,
    state: 'queued',
    createdAtMs: nowMs,
    code: null,
    notBeforeMs: null,
    leaseUntilMs: null,
    finishedAtMs: null,
  };
}

/** What was only counted waits for a later message since the failure. */
function withoutCounts({ counts = {}, ...section }: DigestSection): DigestSection[] {
  const waiting = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const moreCount = section.moreCount - waiting;
  return section.episodes.length + moreCount > 0 ? [{ ...section, moreCount }] : [];
}

export async function resendDelivery(uid: string, deliveryId: string): Promise<Resent> {
  const { firestoreOutbox } = await import('./firestore-outbox.ts');
  const store = firestoreOutbox(await database());
  return resendMessage({ store, messages: messageQueue }, uid, deliveryId, Date.now());
}
