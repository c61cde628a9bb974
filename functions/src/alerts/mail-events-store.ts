import { createHash } from 'node:crypto';
import { suppressionPath } from '../mail/suppressions.ts';
import { findUser } from '../platform/find-user.ts';
import { database } from '../platform/firebase-admin.ts';
import type { MailEvent } from './mail-events-reading.ts';

/** How long an event's id is remembered; longer than a signed report is taken. */
const REMEMBERED_FOR_MS = 7 * 24 * 60 * 60_000;

/** gRPC's code for a document that was to be created and is there already. */
const ALREADY_EXISTS = 6;

/**
 * Stops mail to the event's address, once however often the event is reported, and tells its owner
 * why. An event whose person is not the digest's is not believed. Returns what became of it.
 */
export async function recordMailEvent(
  event: MailEvent,
  now: number,
): Promise<'recorded' | 'known' | 'refused'> {
  const firestore = await database();
  const digest = await firestore.doc(`digests/${event.digestId}`).get();
  // A digest that is gone was ours all the same: nobody else signs with SendGrid's key for us.
  if (digest.exists && digest.get('uid') !== event.uid) return 'refused';

  const at = new Date(event.atMs);
  const { reason } = event;
  const batch = firestore.batch();
  const id = createHash('sha256').update(event.id).digest('hex');
  batch.create(firestore.doc(`mailEvents/${id}`), {
    reason,
    expireAt: new Date(now + REMEMBERED_FOR_MS),
  });
  batch.set(firestore.doc(suppressionPath(event.email)), { reason, at });
  if (await isAddressOf(event.uid, event.email)) {
    const person = firestore.doc(`users/${event.uid}`);
    batch.set(person, { suppression: { reason, at } }, { merge: true });
  }
  try {
    await batch.commit();
    return 'recorded';
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === ALREADY_EXISTS) return 'known';
    throw error;
  }
}

/** Not so once the person has another address, or is gone. */
async function isAddressOf(uid: string, email: string): Promise<boolean> {
  const user = await findUser(uid);
  return user?.email !== undefined && suppressionPath(user.email) === suppressionPath(email);
}
