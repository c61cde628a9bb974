import { createECDH, ECDH } from 'node:crypto';
import * as z from 'zod';
import { database } from '../../platform/firebase-admin.ts';

const CURVE = 'prime256v1';
const POINT_BYTES = 65;

const storedSchema = z.object({ publicKey: z.string(), privateKey: z.string() });

type VapidKeys = z.infer<typeof storedSchema>;

/**
 * The keys by which push services recognise this site, base64url. The first caller makes them. Browsers cannot
 * read `system/pushKeys`. Other keys would end the subscriptions of all browsers.
 */
export const vapidKeys = createVapidKeys();

/** Reads the keys once in an instance. Does not cache a failure. */
export function createVapidKeys(): () => Promise<VapidKeys> {
  let cached: Promise<VapidKeys> | null = null;
  return () => {
    cached ??= loadKeys().catch((error: unknown) => {
      cached = null;
      throw error;
    });
    return cached;
  };
}

async function loadKeys(): Promise<VapidKeys> {
  const store = await database();
  const document = store.doc('system/pushKeys');
  return store.runTransaction(async (transaction) => {
    const stored = storedSchema.safeParse((await transaction.get(document)).data());
    if (stored.success) return stored.data;
    const keys = newKeys();
    transaction.set(document, keys);
    return keys;
  });
}

function newKeys(): VapidKeys {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  // Node leaves out leading zeros.
  const privateKey = Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex');
  return {
    publicKey: pair.getPublicKey().toString('base64url'),
    privateKey: privateKey.toString('base64url'),
  };
}

/** True for a point of the curve, base64url. Messages cannot be encrypted for anything else. */
export function isPublicKey(written: string): boolean {
  if (Buffer.from(written, 'base64url').length !== POINT_BYTES) return false;
  try {
    ECDH.convertKey(written, CURVE, 'base64url');
    return true;
  } catch {
    return false;
  }
}
