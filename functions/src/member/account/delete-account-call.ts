import { HttpsError } from 'firebase-functions/v2/https';
import { isEndedSession, SESSION_ENDED } from '../../accounts/session-standing.ts';
import type { DeletionRefusal } from '../../contract/index.ts';
import { findUser } from '../../platform/find-user.ts';
import { log } from '../../platform/log.ts';
import type { MemberWork } from '../member-work.ts';
import { deleteAccount as deleteAll, deletionRefusal } from './delete-account.ts';
import { firebaseAccountStore } from './firebase-account-store.ts';

const ERROR_OF_REFUSAL = {
  'recent-login-required': 'failed-precondition',
  'confirmation-mismatch': 'invalid-argument',
} as const satisfies Record<DeletionRefusal, string>;

export const deleteAccount: MemberWork<'deleteAccount'> = async ({ uid, token, body }) => {
  const { email, auth_time: signedInAtSeconds } = token;
  const attempt = { ...body, email, signedInAtMs: signedInAtSeconds * 1000 };
  const code = deletionRefusal(attempt, Date.now());
  if (code !== null) {
    log('info', 'account-deletion-refused', { code });
    throw new HttpsError(ERROR_OF_REFUSAL[code], code, { code });
  }
  // Null if an interrupted deletion is repeated.
  const user = await findUser(uid);
  if (user !== null && isEndedSession(user, token)) {
    throw new HttpsError('unauthenticated', 'sign in again', SESSION_ENDED);
  }
  const deletes = await deleteAll(firebaseAccountStore, uid);
  log('info', 'account-deleted', { deletes });
  return null;
};
