import type { MemberOperation } from '../../functions/src/contract/index.ts';
import { REGION } from '../../functions/src/platform/runtime-options.ts';
import { authUrl, functionsUrl, projectId } from './stack.ts';
import { unique } from './unique.ts';

export interface Person {
  uid: string;
  email: string;
  idToken: string;
  refreshToken: string;
}

export function newEmail(): string {
  return `person-${unique()}@example.com`;
}

/** Calls the Auth emulator as a browser, or as an administrator, for whom it checks nothing. */
async function callAuth(
  path: string,
  body: unknown,
  as: 'browser' | 'administrator',
): Promise<unknown> {
  const identity = `${authUrl()}/identitytoolkit.googleapis.com`;
  const answer = await fetch(`${identity}/v1/${path}?key=any`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(as === 'administrator' && { authorization: 'Bearer owner' }),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json();
}

async function signIn(path: string, email: string, body: object): Promise<Person> {
  const answer = await callAuth(path, { ...body, returnSecureToken: true }, 'browser');
  // The emulator's response is not validated.
  const { localId, ...tokens } = answer as Omit<Person, 'uid' | 'email'> & { localId: string };
  return { uid: localId, email, idToken: tokens.idToken, refreshToken: tokens.refreshToken };
}

export const PASSWORD = 'correct horse';

/** Signs up with email and password. The address is not verified. */
export function signUp(email = newEmail()): Promise<Person> {
  return signIn('accounts:signUp', email, { email, password: PASSWORD });
}

/** Disables the account as an operator does in the console. */
export async function disableAccount({ uid }: Person): Promise<void> {
  const path = `projects/${projectId()}/accounts:update`;
  await callAuth(path, { localId: uid, disableUser: true }, 'administrator');
}

/** Sets a new password through the link of a reset email, which verifies the address. Then signs in. */
export async function resetPassword({ email }: Person): Promise<Person> {
  const request = { requestType: 'PASSWORD_RESET', email, returnOobLink: true };
  const { oobCode } = (await callAuth('accounts:sendOobCode', request, 'administrator')) as {
    oobCode: string;
  };
  const newPassword = 'another horse';
  await callAuth('accounts:resetPassword', { oobCode, newPassword }, 'browser');
  return signIn('accounts:signInWithPassword', email, { email, password: newPassword });
}

export async function verifyEmail({ uid }: Person): Promise<void> {
  const path = `projects/${projectId()}/accounts:update`;
  await callAuth(path, { localId: uid, emailVerified: true }, 'administrator');
}

/** Returns the person with a token for the account's current state. */
export function signInAgain({ email }: Pick<Person, 'email'>): Promise<Person> {
  return signIn('accounts:signInWithPassword', email, { email, password: PASSWORD });
}

/** Signs up and verifies the address. The server has recorded the verification. */
export async function signUpVerified(): Promise<Person> {
  const unverified = await signUp();
  await verifyEmail(unverified);
  const person = await signInAgain(unverified);
  let { error } = await call('confirmAddress', person, {});
  // On a busy machine Firestore's emulator closes a transaction that has only begun.
  if (error?.message === 'INTERNAL') ({ error } = await call('confirmAddress', person, {}));
  if (error) throw new Error(error.message);
  return person;
}

/** Creates an account without a password if the address has none. */
export function signInWithGoogle(email = newEmail()): Promise<Person> {
  const identity = JSON.stringify({ sub: `google-${email}`, email, email_verified: true });
  return signIn('accounts:signInWithIdp', email, {
    requestUri: 'http://localhost',
    postBody: `id_token=${encodeURIComponent(identity)}&providerId=google.com`,
    returnIdpCredential: true,
  });
}

export async function askForVerification({ idToken }: Person): Promise<void> {
  await callAuth('accounts:sendOobCode', { requestType: 'VERIFY_EMAIL', idToken }, 'browser');
}

export async function isVerified({ idToken }: Person): Promise<boolean> {
  const answer = await callAuth('accounts:lookup', { idToken }, 'browser');
  return (answer as { users: { emailVerified?: boolean }[] }).users[0]?.emailVerified ?? false;
}

export async function hasAccount({ uid }: Person): Promise<boolean> {
  const path = `projects/${projectId()}/accounts:lookup`;
  const answer = await callAuth(path, { localId: [uid] }, 'administrator');
  return ((answer as { users?: unknown[] }).users ?? []).length > 0;
}

/** Returns when the oldest session that still works may have begun, in seconds. */
export async function sessionsFrom({ uid }: Person): Promise<number> {
  const path = `projects/${projectId()}/accounts:lookup`;
  const answer = await callAuth(path, { localId: [uid] }, 'administrator');
  return Number((answer as { users: { validSince?: string }[] }).users[0]?.validSince);
}

/** Returns when the person signed in, in seconds. */
export function signedInAt({ idToken }: Person): number {
  const claims = Buffer.from(idToken.split('.')[1]!, 'base64url').toString();
  return (JSON.parse(claims) as { auth_time: number }).auth_time;
}

/** Deletes the account, but none of its documents. */
export async function removeAccount({ uid }: Person): Promise<void> {
  await callAuth(`projects/${projectId()}/accounts:delete`, { localId: uid }, 'administrator');
}

/** Returns the person with an older sign-in time. The token is unsigned, which the emulators accept. */
export function signedInAgo(person: Person, agoMs: number): Person {
  const [header, payload] = person.idToken.split('.');
  const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as object;
  const old = { ...claims, auth_time: Math.floor((Date.now() - agoMs) / 1000) };
  const encoded = Buffer.from(JSON.stringify(old)).toString('base64url');
  return { ...person, idToken: `${header!}.${encoded}.` };
}

/** Contains `result` on success, otherwise `error`. */
export interface CallAnswer {
  status: number;
  result?: unknown;
  error?: { status: string; message: string; details?: unknown };
}

/** Calls an operation of `member` as Firebase's client library does; `who` is null for visitors. */
export async function call(
  operation: MemberOperation,
  who: Person | null,
  data: unknown,
): Promise<CallAnswer> {
  const answer = await fetch(`${functionsUrl()}/${projectId()}/${REGION}/member/${operation}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(who && { authorization: `Bearer ${who.idToken}` }),
    },
    body: JSON.stringify({ data }),
  });
  const body = (await answer.json()) as Omit<CallAnswer, 'status'>;
  return { status: answer.status, ...body };
}
