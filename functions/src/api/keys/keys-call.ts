import { HttpsError, onCall } from 'firebase-functions/v2/https';
import { type KeyCreated, keysRequestSchema, MAX_KEYS, MINUTE_MS } from '../../contract/index.ts';
import { countInFirestore } from '../../platform/clients/firestore-rate-limit.ts';
import { findUser } from '../../platform/find-user.ts';
import { log } from '../../platform/log.ts';
import { REGION } from '../../platform/runtime-options.ts';
import { createKey, revokeKey } from './firestore-keys.ts';

const CREATED_A_MINUTE = 6;

/** Creates and revokes keys of the API. */
export const keys = onCall<unknown, Promise<KeyCreated | Record<string, never>>>(
  {
    region: REGION,
    memory: '512MiB',
    timeoutSeconds: 30,
    maxInstances: 5,
    concurrency: 20,
    // Safe for any origin: calls need an identity token, which browsers never attach by themselves.
    cors: true,
  },
  async ({ auth, data }) => {
    if (!auth) throw new HttpsError('unauthenticated', 'sign in to make keys');
    const body = keysRequestSchema.safeParse(data);
    if (!body.success) throw new HttpsError('invalid-argument', 'the body has other fields');
    if (body.data.action === 'revoke') {
      await revokeKey(auth.uid, body.data.keyId);
      log('info', 'api-key-revoked');
      return {};
    }
    const window = { limit: CREATED_A_MINUTE, windowMs: MINUTE_MS };
    const [decision] = await countInFirestore(`keys ${auth.uid}`, [1], Date.now(), window);
    if (decision?.allowed === false) throw new HttpsError('resource-exhausted', 'too many keys');
    // An identity token outlives its account by up to an hour.
    if ((await findUser(auth.uid)) === null) {
      throw new HttpsError('unauthenticated', 'this account does not exist any more');
    }
    const created = await createKey(auth.uid, body.data);
    log('info', 'api-key-created', { refused: created === null });
    if (created !== null) return { kind: 'created', ...created };
    const message = `You can have ${MAX_KEYS} keys. Revoke one first.`;
    return { kind: 'refused', message };
  },
);
