import { type DocumentData, Timestamp } from 'firebase-admin/firestore';
import { isSlotId } from '../contract/index.ts';

/**
 * The identity of an alert in digests, records and links. Slots are reused, and a link in an old
 * mail must not pause the alert that has the slot now. So an alert in a slot is identified by its
 * slot and the time it was saved; an older alert without a slot, by its id.
 */
export function alertIdentity(documentId: string, { createdAt }: DocumentData): string {
  if (!isSlotId(documentId) || !(createdAt instanceof Timestamp)) return documentId;
  return `${documentId}-${createdAt.toMillis().toString(36)}`;
}

/** The id of the document that an identity refers to; it may hold another alert now. */
export function documentIdOf(identity: string): string {
  const [, slot] = /^(\d{3})-[\da-z]+$/.exec(identity) ?? [];
  return slot ?? identity;
}
