import { type CallableRequest, HttpsError, onCall } from 'firebase-functions/v2/https';
import type { UserRecord } from 'firebase-admin/auth';
import type {
  ApiErrorCode,
  MemberOperation,
  MemberOperations,
  VerificationRefusal,
} from '../contract/index.ts';
import { countInFirestore } from '../platform/clients/firestore-rate-limit.ts';
import { findUser } from '../platform/find-user.ts';
import { log } from '../platform/log.ts';
import { isVerified } from '../platform/sign-up-rule.ts';
import { REGION, secretsOf } from '../platform/runtime-options.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import { confirmAddress } from '../accounts/confirm-address.ts';
import { firestoreConfirmation } from '../accounts/firestore-confirmation.ts';
import {
  isEndedSession,
  SESSION_ENDED,
  sessionsContinueFromMs,
} from '../accounts/session-standing.ts';
import {
  bodyBytesAt,
  type CallCount,
  OPERATIONS,
  operationAt,
  WITHIN_MS,
} from './operation-table.ts';
import { guardFunction } from '../platform/http/guard-request.ts';

guardFunction('member', (path) => ({ maxBytes: bodyBytesAt(path), callable: true }));

/** Serves `member/{operation}`, the {@link OPERATIONS} of signed-in people. */
export const member = onCall<unknown, Promise<unknown>>(
  {
    region: REGION,
    // Searches and lookups each need a copy of the catalogue, or two during an update. The remaining memory is for ten
    // concurrent calls: an export of 10 MB or a feed of 8 MB takes several times its size.
    memory: '2GiB',
    concurrency: 10,
    timeoutSeconds: 300, // Long enough for a deletion; lookups and searches have their own limits.
    maxInstances: 10,
    // Safe for any origin, because calls need an identity token, which browsers never attach by themselves.
    cors: true,
    secrets: secretsOf('catalogue'),
  },
  async (request) => {
    const operation = operationAt(request.rawRequest.path);
    if (operation === null) throw new HttpsError('not-found', 'there is no such operation');
    return withTimeout(
      OPERATIONS[operation].withinMs ?? WITHIN_MS,
      () => answerMember(operation, request),
      { late: () => refuseLate(operation) },
    );
  },
);

function refuseLate(operation: MemberOperation): never {
  log('error', 'member-late', { operation });
  const details: { code: ApiErrorCode } = { code: 'upstream-timeout' };
  throw new HttpsError('deadline-exceeded', 'the database did not answer in time', details);
}

/**
 * Refuses callers whose account is deleted or disabled, unless the operation has `mayBeGone`. The check is needed
 * because an identity token outlives its account by up to an hour.
 */
async function answerMember<Name extends MemberOperation>(
  name: Name,
  { auth, data, rawRequest }: CallableRequest<unknown>,
): Promise<MemberOperations[Name]['answer']> {
  const {
    signInTo,
    mayBeGone = false,
    needsVerified,
    schema,
    bodyIs = 'has other fields',
    limits,
    work,
  } = OPERATIONS[name];
  if (!auth) throw new HttpsError('unauthenticated', `sign in to ${signInTo}`);
  const { uid, token } = auth;
  const user = mayBeGone ? null : await requireAccount(auth);
  const read = schema.safeParse(data);
  if (!read.success) throw new HttpsError('invalid-argument', `the body ${bodyIs}`);
  const body = read.data;
  if (user !== null && isVerified(user)) await confirm(user, token);
  // Also check the token's claim, because somebody else may have signed in before the verification.
  const isConfirmed = user !== null && isVerified(user) && token.email_verified === true;
  if (!isConfirmed && needsVerified?.(body) === true) {
    const details: VerificationRefusal = { code: 'address-not-verified' };
    throw new HttpsError('failed-precondition', 'verify your email address first', details);
  }
  const count = limits.count?.(body) ?? null;
  if (count !== null) await requireCounted(name, uid, count);
  const answer = await work();
  return answer({ uid, token, body, rawRequest });
}

type Auth = NonNullable<CallableRequest['auth']>;

/** Throws 'unauthenticated' if the account is deleted or disabled, or has ended the caller's session. */
async function requireAccount({ uid, token }: Auth): Promise<UserRecord> {
  const user = await findUser(uid);
  if (user === null || user.disabled) {
    throw new HttpsError('unauthenticated', 'this account does not exist any more');
  }
  if (isEndedSession(user, token)) {
    throw new HttpsError('unauthenticated', 'sign in again', SESSION_ENDED);
  }
  return user;
}

const GOOGLE = 'google.com';

/**
 * Confirms the address as of the latest time at which it may have been verified: when Google signed in, or else when
 * the token that knows of it was issued. So an alert saved while this call waits is not taken for an earlier one.
 * Tokens have whole seconds.
 */
function confirm(
  user: UserRecord,
  { firebase, auth_time, iat, email_verified: isKnown }: Auth['token'],
) {
  const latestS = firebase.sign_in_provider === GOOGLE ? auth_time : isKnown ? iat : Infinity;
  const atMs = Math.min((latestS + 1) * 1000 - 1, Date.now());
  const account = {
    uid: user.uid,
    createdAtMs: Date.parse(user.metadata.creationTime),
    sessionsFromMs: sessionsContinueFromMs(user, auth_time),
  };
  return confirmAddress(firestoreConfirmation, account, atMs);
}

/** Counts a call across all instances. Rejects if Firestore is unreachable. */
async function requireCounted(
  operation: MemberOperation,
  uid: string,
  { key, window, refusal, code }: CallCount,
): Promise<void> {
  const [decision] = await countInFirestore(`${key} ${uid}`, [1], Date.now(), window);
  if (decision?.allowed !== false) return;
  log('info', 'member-refused', { operation, refusal });
  const { retryAfterMs } = decision;
  const details = code === undefined ? { retryAfterMs } : { code, retryAfterMs };
  throw new HttpsError('resource-exhausted', refusal, details);
}
