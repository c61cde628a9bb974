import {
  type AccountExport,
  accountExportSchema,
  alertCountsSchema,
  type AppAllowed,
  appAllowedSchema,
  type AppDescribed,
  appDescribedSchema,
  type AppsRequest,
  type ChannelCreated,
  channelCreatedSchema,
  type ChannelsRequest,
  type ChannelTested,
  channelTestedSchema,
  type DigestPreview,
  digestPreviewSchema,
  pushKeySchema,
  type KeyCreated,
  keyCreatedSchema,
  type KeysRequest,
  type MemberOperation,
  type MemberOperations,
  sessionRefusalSchema,
  type ShowLookup,
  showLookupSchema,
  type ShowsFollowed,
  showsFollowedSchema,
  type ShowsPreview,
  showsPreviewSchema,
  verificationRefusalSchema,
} from 'functions/contract';
import {
  connectFunctionsEmulator,
  type Functions,
  getFunctions,
  httpsCallable,
  type HttpsCallableOptions,
} from 'firebase/functions';
import type * as z from 'zod/mini';
import { firebaseApp } from '#shared/data/firebase/firebase-app.ts';
import { localEmulators } from '#shared/data/firebase/local-emulators.ts';
import { sessionStore } from '#shared/data/session/session-store.ts';
import { site } from '#shared/site.ts';

/** Equals the timeout of the function `member`, because a deletion may use all of it. */
const DELETION_TIMEOUT_MS = 300_000;

let functions: Promise<Functions> | undefined;

async function connect(): Promise<Functions> {
  const connected = getFunctions(await firebaseApp(), site.functionsRegion);
  const emulator = localEmulators()?.functions;
  if (emulator) connectFunctionsEmulator(connected, emulator.host, emulator.port);
  return connected;
}

function connected(): Promise<Functions> {
  functions ??= connect().catch((error: unknown) => {
    functions = undefined;
    throw error;
  });
  return functions;
}

async function callMember<Operation extends MemberOperation>(
  operation: Operation,
  body: MemberOperations[Operation]['body'],
  options: HttpsCallableOptions = {},
): Promise<unknown> {
  const call = httpsCallable(await connected(), `member/${operation}`, options);
  try {
    return (await call(body)).data;
  } catch (error) {
    await signOutIfEnded(error as { details?: unknown });
    if (!(await isVerifiedNow(error))) throw error;
    return (await call(body)).data;
  }
}

/** Shows the sign-in page, because every later call would fail, too. */
export async function signOutIfEnded({ details }: { details?: unknown }): Promise<void> {
  if (!sessionRefusalSchema.safeParse(details).success) return;
  await (await sessionStore.auth()).signOut();
}

/**
 * True if a call was refused for an unverified address that has been verified since. A page opened
 * before the verification link was clicked sends an old token; `reload` renews it.
 */
async function isVerifiedNow(error: unknown): Promise<boolean> {
  const { details } = error as { details?: unknown };
  if (!verificationRefusalSchema.safeParse(details).success) return false;
  await (await sessionStore.auth()).reload();
  const session = sessionStore.getSession();
  return session.status === 'signed-in' && session.user.emailVerified;
}

async function callAndParse<
  Operation extends MemberOperation,
  Answer extends MemberOperations[Operation]['answer'],
>(
  operation: Operation,
  body: MemberOperations[Operation]['body'],
  form: z.ZodMiniType<Answer>,
): Promise<Answer> {
  return form.parse(await callMember(operation, body));
}

export function exportAccount(): Promise<AccountExport> {
  return callAndParse('exportAccount', null, accountExportSchema);
}

export function previewDigest(alertId: string): Promise<DigestPreview> {
  return callAndParse('previewDigest', { alertId }, digestPreviewSchema);
}

export function alertCounts(
  alerts: MemberOperations['alertCounts']['body']['alerts'],
): Promise<MemberOperations['alertCounts']['answer']> {
  return callAndParse('alertCounts', { alerts }, alertCountsSchema);
}

/** @param given A show's name, its address, or an app's link to it. */
export function lookUpShow(given: string): Promise<ShowLookup> {
  return callAndParse('lookUpShow', { given }, showLookupSchema);
}

/** Previews what following the shows of an OPML file would do. */
export function previewShows(opml: string): Promise<ShowsPreview> {
  return callAndParse('previewShows', { opml }, showsPreviewSchema);
}

export function followShows(feedUrls: string[]): Promise<ShowsFollowed> {
  return callAndParse('followShows', { feedUrls }, showsFollowedSchema);
}

export async function unfollowShow(showId: string): Promise<void> {
  await callMember('unfollowShow', { showId });
}

type BodyOf<Request extends { action: string }, Action> = Omit<
  Extract<Request, { action: Action }>,
  'action'
>;

export function createChannel(channel: BodyOf<ChannelsRequest, 'create'>): Promise<ChannelCreated> {
  return callAndParse('channels', { action: 'create', ...channel }, channelCreatedSchema);
}

/** The public key for this browser's subscription. */
export async function pushKey(): Promise<string> {
  return (await callAndParse('channels', { action: 'push-key' }, pushKeySchema)).key;
}

export async function changeChannel(change: BodyOf<ChannelsRequest, 'change'>): Promise<void> {
  await callMember('channels', { action: 'change', ...change });
}

/** Replaces the secret of a webhook, or the addresses of a private feed. */
export function replaceSecret(channelId: string): Promise<ChannelCreated> {
  return callAndParse('channels', { action: 'replace', channelId }, channelCreatedSchema);
}

export function testChannel(channelId: string): Promise<ChannelTested> {
  return callAndParse('channels', { action: 'test', channelId }, channelTestedSchema);
}

export async function resendDelivery(deliveryId: string): Promise<void> {
  await callMember('channels', { action: 'resend', deliveryId });
}

export async function deleteChannel(channelId: string): Promise<void> {
  await callMember('channels', { action: 'delete', channelId });
}

export function createKey(key: BodyOf<KeysRequest, 'create'>): Promise<KeyCreated> {
  return callAndParse('keys', { action: 'create', ...key }, keyCreatedSchema);
}

export async function revokeKey(keyId: string): Promise<void> {
  await callMember('keys', { action: 'revoke', keyId });
}

/** @param request The query with which the app opened the page `/authorize`. */
export function describeApp(request: string): Promise<AppDescribed> {
  return callAndParse('apps', { action: 'describe', request }, appDescribedSchema);
}

export function allowApp(app: BodyOf<AppsRequest, 'allow'>): Promise<AppAllowed> {
  return callAndParse('apps', { action: 'allow', ...app }, appAllowedSchema);
}

export async function revokeApp(appId: string): Promise<void> {
  await callMember('apps', { action: 'revoke', appId });
}

/** Makes the server record a verified address. `alerts` says whether to keep alerts saved before that. */
export async function confirmAddress(alerts?: 'keep' | 'delete'): Promise<void> {
  await (await sessionStore.auth()).renewOldToken();
  await callMember('confirmAddress', alerts === undefined ? {} : { alerts });
}

/** @param confirm The account's email address, which the server checks. */
export async function deleteAccount(confirm: string): Promise<void> {
  await callMember('deleteAccount', { confirm }, { timeout: DELETION_TIMEOUT_MS });
}
