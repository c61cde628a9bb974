import { createHmac, randomBytes } from 'node:crypto';
import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod';

const KEY_BYTES = 32;

const storedSchema = z.object({ day: z.string(), key: z.base64() });

/**
 * Makes ids for rate limits: an HMAC of the client's address. Its key is new every day (UTC) and shared by
 * all instances; without the key, nobody can find an address by hashing all addresses.
 */
export function createClientIds(now: () => number = Date.now) {
  let known: { day: string; key: Promise<string> } | null = null;

  return async function clientId(store: Firestore, client: string): Promise<string> {
    const day = new Date(now()).toISOString().slice(0, 10);
    if (known?.day !== day) known = { day, key: keyOf(store, day) };
    const asked = known;
    // A failed request for the key is not cached.
    asked.key.catch(() => (known = known === asked ? null : known));
    const key = Buffer.from(await asked.key, 'base64');
    return createHmac('sha256', key).update(client).digest('base64url');
  };
}

/**
 * The key of the day in `system/callerKey`, a document that browsers cannot read. An instance whose clock is
 * behind uses the newer key that it finds.
 */
async function keyOf(store: Firestore, day: string): Promise<string> {
  const document = store.doc('system/callerKey');
  return store.runTransaction(async (transaction) => {
    const stored = storedSchema.safeParse((await transaction.get(document)).data());
    if (stored.success && stored.data.day >= day) return stored.data.key;
    const key = randomBytes(KEY_BYTES).toString('base64');
    transaction.set(document, { day, key });
    return key;
  });
}
