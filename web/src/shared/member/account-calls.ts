import {
  type AccountExport,
  accountExportSchema,
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
  type ShowLookup,
  showLookupSchema,
  type ShowsFollowed,
  showsFollowedSchema,
  type ShowsPreview,
  showsPreviewSchema,
} from 'functions/contract';
import {
  connectFunctionsEmulator,
  type Functions,
  getFunctions,
  httpsCallable,
} from 'firebase/functions';
import { firebaseApp } from '#shared/firebase/firebase-app.ts';
import { localEmulators } from '#shared/firebase/local-emulators.ts';
import { site } from '#shared/site.ts';

/** The function's own timeout. */
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

export async function exportAccount(): Promise<AccountExport> {
  const { data } = await httpsCallable(await connected(), 'exportAccount')();
  return accountExportSchema.parse(data);
}

/** The email that an alert of the person would send today. */
export async function previewDigest(alertId: string): Promise<DigestPreview> {
  const { data } = await httpsCallable(await connected(), 'previewDigest')({ alertId });
  return digestPreviewSchema.parse(data);
}

/** The shows that a name, an address or a link means. */
export async function lookUpShow(given: string): Promise<ShowLookup> {
  const { data } = await httpsCallable(await connected(), 'lookUpShow')({ given });
  return showLookupSchema.parse(data);
}

/** What following the shows of an OPML file would do. */
export async function previewShows(opml: string): Promise<ShowsPreview> {
  const { data } = await httpsCallable(await connected(), 'previewShows')({ opml });
  return showsPreviewSchema.parse(data);
}

export async function followShows(feedUrls: readonly string[]): Promise<ShowsFollowed> {
  const { data } = await httpsCallable(await connected(), 'followShows')({ feedUrls });
  return showsFollowedSchema.parse(data);
}

export async function unfollowShow(showId: string): Promise<void> {
  await httpsCallable(await connected(), 'unfollowShow')({ showId });
}

type Asked<Request extends { action: string }, Action> = Omit<
  Extract<Request, { action: Action }>,
  'action'
>;

async function channels(request: ChannelsRequest): Promise<unknown> {
  return (await httpsCallable(await connected(), 'channels')(request)).data;
}

export async function createChannel(
  channel: Asked<ChannelsRequest, 'create'>,
): Promise<ChannelCreated> {
  return channelCreatedSchema.parse(await channels({ action: 'create', ...channel }));
}

export async function changeChannel(change: Asked<ChannelsRequest, 'change'>): Promise<void> {
  await channels({ action: 'change', ...change });
}

/** A new secret of a webhook, or new addresses of a feed. */
export async function replaceSecret(channelId: string): Promise<ChannelCreated> {
  return channelCreatedSchema.parse(await channels({ action: 'replace', channelId }));
}

export async function testChannel(channelId: string): Promise<ChannelTested> {
  return channelTestedSchema.parse(await channels({ action: 'test', channelId }));
}

/** Sends a delivery to a channel that failed once more. */
export async function resendDelivery(deliveryId: string): Promise<void> {
  await channels({ action: 'resend', deliveryId });
}

export async function deleteChannel(channelId: string): Promise<void> {
  await channels({ action: 'delete', channelId });
}

async function keys(request: KeysRequest): Promise<unknown> {
  return (await httpsCallable(await connected(), 'keys')(request)).data;
}

export async function createKey(key: Asked<KeysRequest, 'create'>): Promise<KeyCreated> {
  return keyCreatedSchema.parse(await keys({ action: 'create', ...key }));
}

export async function revokeKey(keyId: string): Promise<void> {
  await keys({ action: 'revoke', keyId });
}

/** Deletes the account and all its data. `confirm` is the account's email address, which the server checks. */
export async function deleteAccount(confirm: string): Promise<void> {
  const call = httpsCallable(await connected(), 'deleteAccount', { timeout: DELETION_TIMEOUT_MS });
  await call({ confirm });
}
