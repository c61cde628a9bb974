import { type DocumentData, Timestamp } from 'firebase-admin/firestore';
import { isSlotId } from '../contract/index.ts';

/**
 * What digests, records and links know an alert by. Slots are used again: a link in an old mail must
 * not pause the alert that has the slot now. So the moment it was saved belongs to a slot's alert; an
 * alert from before the slots is known by its id.
 */
export function alertIdentity(documentId: string, { createdAt }: DocumentData): string {
  if (!isSlotId(documentId) || !(createdAt instanceof Timestamp)) return documentId;
  return `${documentId}-${createdAt.toMillis().toString(36)}`;
}

/** The id of the document an identity is about; another alert may be in it now. */
export function documentIdOf(identity: string): string {
  const [, slot] = /^(\d{3})-[\da-z]+$/.exec(identity) ?? [];
  return slot ?? identity;
}
