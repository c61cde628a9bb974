import { createHmac, randomBytes } from 'node:crypto';
import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod';

const KEY_BYTES = 32;

const storedSchema = z.object({ day: z.string(), key: z.base64() });

/**
 * The id under which a client is counted: a hash with a key that all instances share and replace
 * every day (UTC). Without that day's key, nobody can find the address behind an id by trying.
 */
export function createClientIds(now: () => number = Date.now) {
  let known: { day: string; key: Promise<string> } | null = null;

  return async function clientId(store: Firestore, client: string): Promise<string> {
    const day = new Date(now()).toISOString().slice(0, 10);
    if (known?.day !== day) known = { day, key: keyOf(store, day) };
    const asked = known;
    // After a failure the key is requested again.
    asked.key.catch(() => (known = known === asked ? null : known));
    const key = Buffer.from(await asked.key, 'base64');
    return createHmac('sha256', key).update(client).digest('base64url');
  };
}

/**
 * The day's key in `system/callerKey`, which no browser may read. The first instance of a day
 * replaces the key of the day before; an instance whose clock is behind uses the newer one.
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
