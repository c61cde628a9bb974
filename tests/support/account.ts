import { REGION } from '../../functions/src/platform/runtime-options.ts';
import { authUrl, functionsUrl, projectId } from './stack.ts';
import { unique } from './unique.ts';

/** A person with an account at the Auth emulator, signed in just now. */
export interface Person {
  uid: string;
  email: string;
  idToken: string;
  refreshToken: string;
}

/** An address that nobody has signed up with. */
export function newEmail(): string {
  return `person-${unique()}@example.com`;
}

/** Calls the Auth emulator as a browser would, or past all checks. */
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
  // The emulator's own answer, of which only these fields are used.
  const { localId, ...tokens } = answer as Omit<Person, 'uid' | 'email'> & { localId: string };
  return { uid: localId, email, idToken: tokens.idToken, refreshToken: tokens.refreshToken };
}

/** The password of everybody who is signed up here. */
export const PASSWORD = 'correct horse';

/** Signs somebody new up with email and password; the address is not verified. */
export function signUp(email = newEmail()): Promise<Person> {
  return signIn('accounts:signUp', email, { email, password: PASSWORD });
}

/** Does what the link in the verification mail does. */
export async function verifyEmail({ uid }: Person): Promise<void> {
  const path = `projects/${projectId()}/accounts:update`;
  await callAuth(path, { localId: uid, emailVerified: true }, 'administrator');
}

/** Signs somebody new in with Google, without any password. */
export function signInWithGoogle(): Promise<Person> {
  const email = newEmail();
  const identity = JSON.stringify({ sub: `google-${email}`, email, email_verified: true });
  return signIn('accounts:signInWithIdp', email, {
    requestUri: 'http://localhost',
    postBody: `id_token=${encodeURIComponent(identity)}&providerId=google.com`,
    returnIdpCredential: true,
  });
}

/** Asks for the mail that verifies the person's address, as the site does. */
export async function askForVerification({ idToken }: Person): Promise<void> {
  await callAuth('accounts:sendOobCode', { requestType: 'VERIFY_EMAIL', idToken }, 'browser');
}

/** Whether the person has verified their address. */
export async function isVerified({ idToken }: Person): Promise<boolean> {
  const answer = await callAuth('accounts:lookup', { idToken }, 'browser');
  return (answer as { users: { emailVerified?: boolean }[] }).users[0]?.emailVerified ?? false;
}

/** Whether the person has an account still. */
export async function hasAccount({ uid }: Person): Promise<boolean> {
  const path = `projects/${projectId()}/accounts:lookup`;
  const answer = await callAuth(path, { localId: [uid] }, 'administrator');
  return ((answer as { users?: unknown[] }).users ?? []).length > 0;
}

/** Removes the account, and nothing else of the person. */
export async function removeAccount({ uid }: Person): Promise<void> {
  await callAuth(`projects/${projectId()}/accounts:delete`, { localId: uid }, 'administrator');
}

/** The person as somebody who signed in a while ago; the emulators accept tokens without signature. */
export function signedInAgo(person: Person, agoMs: number): Person {
  const [header, payload] = person.idToken.split('.');
  const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as object;
  const old = { ...claims, auth_time: Math.floor((Date.now() - agoMs) / 1000) };
  const encoded = Buffer.from(JSON.stringify(old)).toString('base64url');
  return { ...person, idToken: `${header!}.${encoded}.` };
}

/** A callable's answer: `result` when it went well, else `error`. */
export interface CallAnswer {
  status: number;
  result?: unknown;
  error?: { status: string; message: string; details?: unknown };
}

/** Calls a callable function the way Firebase's browser library does; null is nobody. */
export async function call(name: string, who: Person | null, data: unknown): Promise<CallAnswer> {
  const answer = await fetch(`${functionsUrl()}/${projectId()}/${REGION}/${name}`, {
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
