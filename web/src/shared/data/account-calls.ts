import {
  type AccountExport,
  accountExportSchema,
  alertCountsSchema,
  type ChannelCreated,
  channelCreatedSchema,
  type ChannelsRequest,
  type ChannelTested,
  channelTestedSchema,
  type DigestPreview,
  digestPreviewSchema,
  type KeyCreated,
  keyCreatedSchema,
  type KeysRequest,
  type MemberOperation,
  type MemberOperations,
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

/** Timeout of the function `member`, milliseconds; a deletion may need all of it. */
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

/** Calls an operation of the function `member`. */
async function ask<Operation extends MemberOperation>(
  operation: Operation,
  body: MemberOperations[Operation]['body'],
  options: HttpsCallableOptions = {},
): Promise<unknown> {
  const call = httpsCallable(await connected(), `member/${operation}`, options);
  try {
    return (await call(body)).data;
  } catch (error) {
    if (!(await isVerifiedNow(error))) throw error;
    return (await call(body)).data;
  }
}

/**
 * After a refusal for want of a verified address: whether the account has one by now. The token of a page that
 * was open when the link was pressed does not say so until it is renewed.
 */
async function isVerifiedNow(error: unknown): Promise<boolean> {
  const { details } = error as { details?: unknown };
  if (!verificationRefusalSchema.safeParse(details).success) return false;
  await (await sessionStore.auth()).reload();
  const session = sessionStore.getSession();
  return session.status === 'signed-in' && session.user.emailVerified;
}

/** Calls an operation with {@link ask}, and parses its answer. */
async function answerOf<
  Operation extends MemberOperation,
  Answer extends MemberOperations[Operation]['answer'],
>(
  operation: Operation,
  body: MemberOperations[Operation]['body'],
  form: z.ZodMiniType<Answer>,
): Promise<Answer> {
  return form.parse(await ask(operation, body));
}

export function exportAccount(): Promise<AccountExport> {
  return answerOf('exportAccount', null, accountExportSchema);
}

/** The email that an alert of the person would send today. */
export function previewDigest(alertId: string): Promise<DigestPreview> {
  return answerOf('previewDigest', { alertId }, digestPreviewSchema);
}

/** Number of recent matches of each of these alerts. */
export function alertCounts(
  alerts: MemberOperations['alertCounts']['body']['alerts'],
): Promise<MemberOperations['alertCounts']['answer']> {
  return answerOf('alertCounts', { alerts }, alertCountsSchema);
}

/** Looks up shows by a name, an address or a link of an app. */
export function lookUpShow(given: string): Promise<ShowLookup> {
  return answerOf('lookUpShow', { given }, showLookupSchema);
}

/** Previews an OPML file: what following each of its shows would do. */
export function previewShows(opml: string): Promise<ShowsPreview> {
  return answerOf('previewShows', { opml }, showsPreviewSchema);
}

export function followShows(feedUrls: string[]): Promise<ShowsFollowed> {
  return answerOf('followShows', { feedUrls }, showsFollowedSchema);
}

export async function unfollowShow(showId: string): Promise<void> {
  await ask('unfollowShow', { showId });
}

type Asked<Request extends { action: string }, Action> = Omit<
  Extract<Request, { action: Action }>,
  'action'
>;

export function createChannel(channel: Asked<ChannelsRequest, 'create'>): Promise<ChannelCreated> {
  return answerOf('channels', { action: 'create', ...channel }, channelCreatedSchema);
}

export async function changeChannel(change: Asked<ChannelsRequest, 'change'>): Promise<void> {
  await ask('channels', { action: 'change', ...change });
}

/** Replaces the secret of a webhook, or the addresses of a private feed. */
export function replaceSecret(channelId: string): Promise<ChannelCreated> {
  return answerOf('channels', { action: 'replace', channelId }, channelCreatedSchema);
}

export function testChannel(channelId: string): Promise<ChannelTested> {
  return answerOf('channels', { action: 'test', channelId }, channelTestedSchema);
}

/** Sends the message of a failed delivery again. */
export async function resendDelivery(deliveryId: string): Promise<void> {
  await ask('channels', { action: 'resend', deliveryId });
}

export async function deleteChannel(channelId: string): Promise<void> {
  await ask('channels', { action: 'delete', channelId });
}

export function createKey(key: Asked<KeysRequest, 'create'>): Promise<KeyCreated> {
  return answerOf('keys', { action: 'create', ...key }, keyCreatedSchema);
}

export async function revokeKey(keyId: string): Promise<void> {
  await ask('keys', { action: 'revoke', keyId });
}

/** Lets the server notice a verified address, and settles the alerts that were saved before. */
export async function confirmAddress(alerts?: 'keep' | 'delete'): Promise<void> {
  await (await sessionStore.auth()).renewOldToken();
  await ask('confirmAddress', alerts === undefined ? {} : { alerts });
}

/** Deletes the account and all its data. `confirm` is the account's email address, which the server checks. */
export async function deleteAccount(confirm: string): Promise<void> {
  await ask('deleteAccount', { confirm }, { timeout: DELETION_TIMEOUT_MS });
}
