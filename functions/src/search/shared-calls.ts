import { createHash } from 'node:crypto';
import { Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod';
import { database } from '../platform/firebase-admin.ts';
import { countCall, type RateDecision, type RateWindow } from './count-call.ts';

/** Counts one call where all instances count. Rejects when that place cannot be reached. */
export type CountShared = (
  caller: string,
  now: number,
  window: RateWindow,
) => Promise<RateDecision>;

const callsSchema = z.array(z.number()).catch([]);

/**
 * Counts in `rateLimits/{hash of the caller}`, which no client may read or write: one read a call,
 * one write an allowed one. The document's `expiresAt` is a time-to-live; the addresses themselves are
 * not stored.
 */
export const countInFirestore: CountShared = async (caller, now, window) => {
  const store = await database();
  const id = createHash('sha256').update(caller).digest('base64url');
  const document = store.collection('rateLimits').doc(id);
  return store.runTransaction(async (transaction) => {
    const stored = callsSchema.parse((await transaction.get(document)).get('calls'));
    const { decision, calls } = countCall(stored, now, window);
    if (decision.allowed) {
      transaction.set(document, { calls, expiresAt: Timestamp.fromMillis(now + window.windowMs) });
    }
    return decision;
  });
};
