import { randomBytes } from 'node:crypto';
import { FieldValue, type Firestore } from 'firebase-admin/firestore';
import * as z from 'zod';
import {
  epochMs,
  type KeyScope,
  MAX_KEYS,
  readScopes,
  type StoredFields,
  storedScopes,
  storedScopesSchema,
} from '../contract/index.ts';
import { database } from '../platform/firebase-admin.ts';
import { personTransaction } from '../platform/person-transaction.ts';
import { accountStanding } from './account-standing.ts';
import { apiKeyHash, apiKeyStart, newApiKey } from './api-key-text.ts';

export interface FoundKey {
  uid: string;
  keyId: string;
  scopes: readonly KeyScope[];
  lastUsedAtMs: number | null;
  /** Set for the access token of a connected app, which only MCP accepts. `untilMs`: epoch ms. */
  app?: { untilMs: number };
}

const storedSchema = z.object({
  ...storedScopesSchema.shape,
  uid: z.string(),
  keyId: z.string(),
});

const hashed = (firestore: Firestore) => firestore.collection('apiKeys');
const owned = (firestore: Firestore, uid: string) => firestore.collection(`users/${uid}/apiKeys`);

/** Returns null if the person already has {@link MAX_KEYS} keys. */
export async function createKey(
  uid: string,
  { name, scopes }: { name: string; scopes: readonly KeyScope[] },
): Promise<{ key: string; keyId: string } | null> {
  const firestore = await database();
  const key = newApiKey();
  const keyId = randomBytes(10).toString('hex');
  const own = storedScopes(scopes);
  return personTransaction(firestore, uid, async (transaction) => {
    const { size } = await transaction.get(owned(firestore, uid));
    if (size >= MAX_KEYS) return null;
    const createdAt = FieldValue.serverTimestamp();
    transaction.create(hashed(firestore).doc(apiKeyHash(key)), { ...own, uid, keyId });
    transaction.create(owned(firestore, uid).doc(keyId), {
      ...own,
      name,
      start: apiKeyStart(key),
      createdAt,
    });
    return { key, keyId };
  });
}

/** Does nothing if the key does not exist. */
export async function revokeKey(uid: string, keyId: string): Promise<void> {
  const firestore = await database();
  await personTransaction(firestore, uid, async (transaction) => {
    const stored = await transaction.get(hashed(firestore).where('uid', '==', uid));
    for (const document of stored.docs) {
      if (document.get('keyId') === keyId) transaction.delete(document.ref);
    }
    transaction.delete(owned(firestore, uid).doc(keyId));
  });
}

/**
 * Returns null if no key has this hash, or if its owner's account is gone, disabled or not verified. Reads the key
 * again after the account, because reading the account may revoke the key.
 */
export async function readKey(hash: string): Promise<FoundKey | null> {
  const document = hashed(await database()).doc(hash);
  const uid: unknown = (await document.get()).get('uid');
  if (typeof uid !== 'string' || (await accountStanding(uid)) !== 'verified') return null;
  return foundKey((await document.get()).data() ?? {});
}

function foundKey(stored: StoredFields): FoundKey | null {
  const read = storedSchema.safeParse(stored);
  if (!read.success) return null;
  const { uid, keyId } = read.data;
  const lastUsedAtMs = epochMs(stored['lastUsedAt']) ?? null;
  return { uid, keyId, scopes: readScopes(read.data), lastUsedAtMs };
}

/** Rejects if the key has been revoked in the meantime. */
export async function recordUse(hash: string, { uid, keyId }: FoundKey): Promise<void> {
  const firestore = await database();
  const lastUsedAt = FieldValue.serverTimestamp();
  const batch = firestore.batch();
  batch.update(hashed(firestore).doc(hash), { lastUsedAt });
  batch.update(owned(firestore, uid).doc(keyId), { lastUsedAt });
  await batch.commit();
}
