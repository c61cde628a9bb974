import { type CallableRequest, HttpsError, onCall } from 'firebase-functions/v2/https';
import type { MemberOperation, MemberOperations } from '../contract/index.ts';
import { countInFirestore } from '../platform/clients/firestore-rate-limit.ts';
import { findUser } from '../platform/find-user.ts';
import { log } from '../platform/log.ts';
import { REGION } from '../platform/runtime-options.ts';
import { secretsOf } from '../platform/secrets.ts';
import { type CallCount, OPERATIONS, operationAt } from './operation-table.ts';

/** `member/{operation}`: what signed-in people ask for, by {@link OPERATIONS}. */
export const member = onCall<unknown, Promise<unknown>>(
  {
    region: REGION,
    // Memory for a copy of the catalogue for searches and one for lookups, each twice during an update, and
    // for ten concurrent calls: an export of 10 MB or a feed of 8 MB takes several times its size.
    memory: '2GiB',
    concurrency: 10,
    timeoutSeconds: 300, // Long enough for a deletion; lookups and searches have their own limits.
    maxInstances: 10,
    // Safe for any origin: calls need an identity token, which browsers never attach by themselves.
    cors: true,
    secrets: secretsOf('catalogue'),
  },
  async (request) => {
    const operation = operationAt(request.rawRequest.path);
    if (operation === null) throw new HttpsError('not-found', 'there is no such operation');
    return answerMember(operation, request);
  },
);

/**
 * Does an operation for the caller. Callers whose account is deleted or disabled are refused, unless the
 * operation has `mayBeGone`: an identity token outlives its account by up to an hour.
 */
async function answerMember<Name extends MemberOperation>(
  name: Name,
  { auth, data, rawRequest }: CallableRequest<unknown>,
): Promise<MemberOperations[Name]['answer']> {
  const {
    signInTo,
    mayBeGone = false,
    schema,
    bodyIs = 'has other fields',
    limits,
    work,
  } = OPERATIONS[name];
  if (!auth) throw new HttpsError('unauthenticated', `sign in to ${signInTo}`);
  const { uid, token } = auth;
  if (!mayBeGone) {
    const user = await findUser(uid);
    if (user === null || user.disabled) {
      throw new HttpsError('unauthenticated', 'this account does not exist any more');
    }
  }
  const read = schema.safeParse(data);
  if (!read.success) throw new HttpsError('invalid-argument', `the body ${bodyIs}`);
  const body = read.data;
  const count = limits.count?.(body) ?? null;
  if (count !== null) await requireCounted(name, uid, count);
  const answer = await work();
  return answer({ uid, token, body, rawRequest });
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
