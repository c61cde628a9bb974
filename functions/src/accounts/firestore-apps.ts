import { hash, randomBytes } from 'node:crypto';
import { FieldValue, type Firestore, Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod';
import {
  APP_SCOPES,
  APP_UNUSED_DAYS,
  type AppScope,
  DAY_MS,
  epochMs,
  HOUR_MS,
  MAX_APPS,
  MINUTE_MS,
  readScopes,
  type StoredFields,
  storedScopes,
  storedScopesSchema,
} from '../contract/index.ts';
import { database } from '../platform/firebase-admin.ts';
import { personTransaction } from '../platform/person-transaction.ts';
import { accountStanding } from './account-standing.ts';
import { appIdOf, appTokenHash, newAppToken } from './app-token-text.ts';
import type { FoundKey } from './firestore-keys.ts';

const CODE_KEPT_MS = MINUTE_MS;
export const ACCESS_KEPT_MS = HOUR_MS;
const UNUSED_MS = APP_UNUSED_DAYS * DAY_MS;
/** An app on several machines renews on one of them; the others use what they have until it expires. */
const MAX_ACCESS_TOKENS = 4;
/** Refresh tokens used again within this time are only refused, because an app may ask twice at once. */
const REPEATED_WITHIN_MS = MINUTE_MS;

export interface AllowedApp {
  clientId: string;
  name: string;
  host: string | null;
  redirectUri: string;
  challenge: string;
  scopes: readonly AppScope[];
}

export interface AppTokens {
  access: string;
  refresh: string;
  scopes: readonly AppScope[];
}

/** `apps/{appId}`: first a code that waits for its exchange, then a connection with its tokens. */
const storedSchema = z.object({
  ...storedScopesSchema.shape,
  uid: z.string(),
  clientId: z.string(),
  name: z.string(),
  host: z.string().nullable(),
  redirectUri: z.string(),
  challenge: z.string(),
  codeHash: z.string(),
  access: z.array(z.object({ hash: z.string(), untilMs: z.number() })).default([]),
  refreshHash: z.string().nullable().default(null),
  pastRefreshHash: z.string().nullable().default(null),
  renewedAtMs: z.number().default(0),
  expireAt: z.custom<Timestamp>((value) => epochMs(value) !== undefined),
});

type StoredApp = z.infer<typeof storedSchema>;

const everyones = (firestore: Firestore) => firestore.collection('apps');
const owned = (firestore: Firestore, uid: string) => firestore.collection(`users/${uid}/apps`);

function readStored(fields: StoredFields | undefined, nowMs: number): StoredApp | null {
  const stored = storedSchema.safeParse(fields).data;
  return stored !== undefined && stored.expireAt.toMillis() > nowMs ? stored : null;
}

/** Returns a code, or null if the person already has {@link MAX_APPS} apps. */
export async function allowApp(
  uid: string,
  app: AllowedApp,
  nowMs: number,
): Promise<string | null> {
  const firestore = await database();
  const appId = randomBytes(10).toString('hex');
  const code = newAppToken('c', appId);
  const { scopes, ...said } = app;
  return personTransaction(firestore, uid, async (transaction) => {
    const { docs } = await transaction.get(everyones(firestore).where('uid', '==', uid));
    if (docs.filter((known) => readStored(known.data(), nowMs)).length >= MAX_APPS) return null;
    transaction.create(everyones(firestore).doc(appId), {
      ...said,
      ...storedScopes(scopes),
      uid,
      codeHash: appTokenHash(code),
      expireAt: Timestamp.fromMillis(nowMs + CODE_KEPT_MS),
    });
    return code;
  });
}

/**
 * Exchanges a code. Null if it is unknown, expired, or of another app, address or verifier. A code that comes again
 * ends the connection: it may be stolen.
 */
export function connectApp(
  given: { code: string; clientId: string; redirectUri: string | null; verifier: string },
  nowMs: number,
): Promise<AppTokens | null> {
  return changeApp(appIdOf('c', given.code), nowMs, (app) => {
    const isSame =
      app.codeHash === appTokenHash(given.code) &&
      app.clientId === given.clientId &&
      (given.redirectUri === null || app.redirectUri === given.redirectUri) &&
      app.challenge === hash('sha256', given.verifier, 'base64url');
    if (!isSame) return 'refused';
    return app.refreshHash === null ? 'granted' : 'ended';
  });
}

/**
 * Exchanges a refresh token for new tokens, with the scopes that the person granted. Null if it is unknown, used or
 * expired. One that was replaced more than a minute ago ends the connection.
 */
export function renewApp(
  given: { refresh: string; clientId: string },
  nowMs: number,
): Promise<AppTokens | null> {
  return changeApp(appIdOf('r', given.refresh), nowMs, (app) => {
    if (app.clientId !== given.clientId) return 'refused';
    const refreshHash = appTokenHash(given.refresh);
    if (app.pastRefreshHash === refreshHash) {
      return nowMs - app.renewedAtMs > REPEATED_WITHIN_MS ? 'ended' : 'refused';
    }
    return app.refreshHash === refreshHash ? 'granted' : 'refused';
  });
}

/** One transaction decides and stores: of two exchanges at once, one gets tokens. */
async function changeApp(
  appId: string | null,
  nowMs: number,
  decide: (app: StoredApp) => 'refused' | 'ended' | 'granted',
): Promise<AppTokens | null> {
  if (appId === null) return null;
  const firestore = await database();
  const document = everyones(firestore).doc(appId);
  const uid: unknown = (await document.get()).get('uid');
  if (typeof uid !== 'string' || (await accountStanding(uid)) !== 'verified') return null;
  return personTransaction(firestore, uid, async (transaction) => {
    const app = readStored((await transaction.get(document)).data(), nowMs);
    if (app === null) return null;
    const change = decide(app);
    const own = owned(firestore, app.uid).doc(appId);
    if (change === 'ended') {
      transaction.delete(document);
      transaction.delete(own);
    }
    if (change !== 'granted') return null;
    const scopes = granted(app);
    const [access, refresh] = [newAppToken('a', appId), newAppToken('r', appId)];
    const expireAt = Timestamp.fromMillis(nowMs + UNUSED_MS);
    const kept = app.access.filter(({ untilMs }) => untilMs > nowMs).slice(1 - MAX_ACCESS_TOKENS);
    transaction.update(document, {
      access: [...kept, { hash: appTokenHash(access), untilMs: nowMs + ACCESS_KEPT_MS }],
      refreshHash: appTokenHash(refresh),
      pastRefreshHash: app.refreshHash,
      renewedAtMs: nowMs,
      expireAt,
    });
    const { name, host } = app;
    const createdAt = FieldValue.serverTimestamp();
    const isNew = app.refreshHash === null;
    const shown = { ...storedScopes(scopes), name, host, expireAt };
    transaction.set(own, { ...shown, ...(isNew && { createdAt }) }, { merge: true });
    return { access, refresh, scopes };
  });
}

function granted(app: StoredApp): AppScope[] {
  const scopes = readScopes(app);
  return APP_SCOPES.filter((scope) => scopes.includes(scope));
}

/** Null if the text is no valid access token, or if its owner's account is gone, disabled or not verified. */
export async function readAppToken(text: string, nowMs = Date.now()): Promise<FoundKey | null> {
  const appId = appIdOf('a', text);
  if (appId === null) return null;
  const document = everyones(await database()).doc(appId);
  const fields = (await document.get()).data();
  const app = readStored(fields, nowMs);
  if (app === null) return null;
  const token = app.access.find((each) => each.hash === appTokenHash(text));
  if (token === undefined || token.untilMs <= nowMs) return null;
  if ((await accountStanding(app.uid)) !== 'verified') return null;
  return {
    uid: app.uid,
    keyId: appId,
    scopes: granted(app),
    lastUsedAtMs: epochMs(fields?.['lastUsedAt']) ?? null,
    app: { untilMs: token.untilMs },
  };
}

/** Rejects if the app has been revoked in the meantime. */
export async function recordAppUse({ uid, keyId }: FoundKey): Promise<void> {
  const firestore = await database();
  const lastUsedAt = FieldValue.serverTimestamp();
  const batch = firestore.batch();
  batch.update(everyones(firestore).doc(keyId), { lastUsedAt });
  batch.update(owned(firestore, uid).doc(keyId), { lastUsedAt });
  await batch.commit();
}

/** Does nothing if the app does not exist, or belongs to somebody else. */
export async function revokeApp(uid: string, appId: string): Promise<void> {
  const firestore = await database();
  const document = everyones(firestore).doc(appId);
  await personTransaction(firestore, uid, async (transaction) => {
    const isOwn = (await transaction.get(document)).get('uid') === uid;
    if (isOwn) transaction.delete(document);
    transaction.delete(owned(firestore, uid).doc(appId));
  });
}

/** Ends the connection whose access or refresh token this is (RFC 7009). Does nothing for other texts. */
export async function revokeAppToken(text: string, nowMs: number): Promise<void> {
  const appId = appIdOf('r', text) ?? appIdOf('a', text);
  if (appId === null) return;
  const stored = (
    await everyones(await database())
      .doc(appId)
      .get()
  ).data();
  const app = readStored(stored, nowMs);
  if (app === null) return;
  const own = appTokenHash(text);
  const isToken = app.refreshHash === own || app.access.some((each) => each.hash === own);
  if (isToken) await revokeApp(app.uid, appId);
}
