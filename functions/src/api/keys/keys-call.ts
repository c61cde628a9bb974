import { HttpsError } from 'firebase-functions/v2/https';
import { type KeyCreated, keysRequestSchema, MAX_KEYS, MINUTE_MS } from '../../contract/index.ts';
import { countInFirestore } from '../../platform/clients/firestore-rate-limit.ts';
import { log } from '../../platform/log.ts';
import { memberCall } from '../../platform/member-call.ts';
import { createKey, revokeKey } from './firestore-keys.ts';

const CREATED_A_MINUTE = 6;

/** Creates and revokes keys of the API. */
export const keys = memberCall<KeyCreated | Record<string, never>>(
  { memory: '512MiB', timeoutSeconds: 30, concurrency: 20 },
  { signInTo: 'make keys' },
  async ({ uid, data }) => {
    const body = keysRequestSchema.safeParse(data);
    if (!body.success) throw new HttpsError('invalid-argument', 'the body has other fields');
    if (body.data.action === 'revoke') {
      await revokeKey(uid, body.data.keyId);
      log('info', 'api-key-revoked');
      return {};
    }
    const window = { limit: CREATED_A_MINUTE, windowMs: MINUTE_MS };
    const [decision] = await countInFirestore(`keys ${uid}`, [1], Date.now(), window);
    if (decision?.allowed === false) throw new HttpsError('resource-exhausted', 'too many keys');
    const created = await createKey(uid, body.data);
    log('info', 'api-key-created', { refused: created === null });
    if (created !== null) return { kind: 'created', ...created };
    const message = `You can have ${MAX_KEYS} keys. Revoke one first.`;
    return { kind: 'refused', message };
  },
);
