import { createHmac, randomBytes } from 'node:crypto';
import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod';

const KEY_BYTES = 32;

const storedSchema = z.object({ day: z.string(), key: z.base64() });

/**
 * Creates ids for rate limits: HMACs of client addresses. All instances share the key, which changes daily (UTC).
 * Without the key, nobody can recover an address by hashing all addresses.
 */
export function createClientIds(now: () => number = Date.now) {
  let cached: { day: string; key: Promise<string> } | null = null;

  return async function clientId(store: Firestore, client: string): Promise<string> {
    const day = new Date(now()).toISOString().slice(0, 10);
    if (cached?.day !== day) cached = { day, key: loadKey(store, day) };
    const current = cached;
    // Do not cache a failure.
    current.key.catch(() => (cached = cached === current ? null : cached));
    const key = Buffer.from(await current.key, 'base64');
    return createHmac('sha256', key).update(client).digest('base64url');
  };
}

/** Browsers cannot read `system/callerKey`. An instance whose clock is behind uses a newer stored key. */
async function loadKey(store: Firestore, day: string): Promise<string> {
  const document = store.doc('system/callerKey');
  return store.runTransaction(async (transaction) => {
    const stored = storedSchema.safeParse((await transaction.get(document)).data());
    if (stored.success && stored.data.day >= day) return stored.data.key;
    const key = randomBytes(KEY_BYTES).toString('base64');
    transaction.set(document, { day, key });
    return key;
  });
}
