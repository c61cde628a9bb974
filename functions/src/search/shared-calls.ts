import { createHash } from 'node:crypto';
import { Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod';
import { database } from '../platform/firebase-admin.ts';
import { countCalls } from './count-call.ts';
import type { CountShared } from './count-in-turn.ts';

const callsSchema = z.array(z.number()).catch([]);

/**
 * Counts in `rateLimits/{hash of the caller}`, which no client may read or write: one read, and one
 * write where a call is allowed. The document's `expiresAt` is a time-to-live; the addresses themselves are
 * not stored.
 */
export const countInFirestore: CountShared = async (caller, wanted, now, window) => {
  const store = await database();
  const id = createHash('sha256').update(caller).digest('base64url');
  const document = store.collection('rateLimits').doc(id);
  return store.runTransaction(async (transaction) => {
    const stored = callsSchema.parse((await transaction.get(document)).get('calls'));
    const { calls, ...counted } = countCalls(stored, wanted, now, window);
    if (counted.allowed > 0) {
      transaction.set(document, { calls, expiresAt: Timestamp.fromMillis(now + window.windowMs) });
    }
    return counted;
  });
};
