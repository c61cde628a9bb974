import { HttpsError, onCall } from 'firebase-functions/v2/https';
import { deleteAccountRequestSchema, type DeletionRefusal } from '../contract/index.ts';
import { log } from '../platform/log.ts';
import { REGION } from '../platform/runtime-options.ts';
import { deleteAccount as deleteAll, deletionRefusal } from './delete-account.ts';
import { firebaseAccountStore } from './firebase-account-store.ts';

const ERROR_OF_REFUSAL = {
  'recent-login-required': 'failed-precondition',
  'confirmation-mismatch': 'invalid-argument',
} as const satisfies Record<DeletionRefusal, string>;

/** Deletes the caller's account and all below `users/{uid}`. Safe to repeat. */
export const deleteAccount = onCall<unknown>(
  {
    region: REGION,
    memory: '512MiB',
    timeoutSeconds: 300,
    maxInstances: 5,
    concurrency: 10,
    // Safe for any origin: calls need an identity token, which browsers never attach by themselves.
    cors: true,
  },
  async ({ auth, data }) => {
    if (!auth) throw new HttpsError('unauthenticated', 'sign in to delete your account');
    const body = deleteAccountRequestSchema.safeParse(data);
    if (!body.success) throw new HttpsError('invalid-argument', 'the body must be {confirm}');
    const { email, auth_time: signedInAtSeconds } = auth.token;
    const attempt = { ...body.data, email, signedInAtMs: signedInAtSeconds * 1000 };
    const code = deletionRefusal(attempt, Date.now());
    if (code !== null) {
      log('info', 'account-deletion-refused', { code });
      throw new HttpsError(ERROR_OF_REFUSAL[code], code, { code });
    }
    const deletes = await deleteAll(firebaseAccountStore, auth.uid);
    log('info', 'account-deleted', { deletes });
    return null;
  },
);
