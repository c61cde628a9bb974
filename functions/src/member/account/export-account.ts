import type { Query } from 'firebase-admin/firestore';
import {
  type AccountCollection,
  type AccountExport,
  EXPORT_LIMIT_BYTES,
  MINUTE_MS,
} from '../../contract/index.ts';
import { documentsOf } from './documents-of.ts';
import { database } from '../../platform/firebase-admin.ts';
import { findUser } from '../../platform/find-user.ts';
import { exportPending, exportSentLog, fieldsToJson, limitExportSize } from './export-format.ts';

/** Documents per request; the largest page takes a few megabytes of memory. */
const PAGE_SIZE: Record<AccountCollection, number> = {
  alerts: 500,
  bookmarks: 100,
  shows: 100,
  apiKeys: 10,
  apps: 20,
  channels: 20,
  feedItems: 5,
  matches: 100,
  deliveries: 50,
  digests: 25,
};

const READ_WITHIN_MS = MINUTE_MS;

/** Exports fields as stored, so that new fields are included. Returns null if the account is gone. */
export async function exportAccount(uid: string, nowMs: number): Promise<AccountExport | null> {
  const user = await findUser(uid);
  if (!user) return null;
  const firestore = await database();
  const person = firestore.doc(`users/${uid}`);
  const endsAt = performance.now() + READ_WITHIN_MS;
  const isLate = () => performance.now() > endsAt;
  const read = (collection: AccountCollection, documents: Query, isDescending = false) =>
    limitExportSize(
      inPages(documents, { pageSize: PAGE_SIZE[collection], isDescending }),
      EXPORT_LIMIT_BYTES[collection],
      isLate,
    );
  const owned = (collection: string) => firestore.collection(collection).where('uid', '==', uid);
  const [preferences, sentLogs, addresses] = await Promise.all([
    person.get(),
    person.collection('ledger').get(),
    // The secrets that sign messages are not read.
    owned('channelSecrets').select('url').get(),
  ]);
  const [
    alerts,
    bookmarks,
    shows,
    apiKeys,
    apps,
    channels,
    feedItems,
    matches,
    deliveries,
    digests,
  ] = await Promise.all([
    read('alerts', person.collection('alerts')),
    read('bookmarks', person.collection('bookmarks')),
    read('shows', person.collection('shows')),
    read('apiKeys', person.collection('apiKeys')),
    read('apps', person.collection('apps')),
    read('channels', person.collection('channels')),
    read('feedItems', owned('feedItems').select('title', 'items', 'changedAt')),
    read('matches', person.collection('matches').orderBy('foundAt', 'desc'), true),
    read('deliveries', person.collection('deliveries')),
    read('digests', owned('digests')),
  ]);
  const urlOf = new Map(addresses.docs.map((secret) => [secret.id, secret.get('url') as unknown]));
  const fields = preferences.data();
  return {
    exportedAt: new Date(nowMs).toISOString(),
    account: {
      email: user.email ?? null,
      emailVerified: user.emailVerified,
      createdAt: new Date(user.metadata.creationTime).toISOString(),
      providers: user.providerData.map(({ providerId }) => providerId),
    },
    preferences: fields ? fieldsToJson(fields) : null,
    alerts: alerts.taken,
    bookmarks: bookmarks.taken,
    shows: shows.taken,
    apiKeys: apiKeys.taken,
    apps: apps.taken,
    channels: channels.taken.map((channel) => {
      const url = urlOf.get(channel.id);
      return typeof url === 'string' ? { ...channel, url } : channel;
    }),
    feedItems: feedItems.taken,
    matches: matches.taken,
    deliveries: deliveries.taken,
    digests: digests.taken,
    mailed: exportSentLog(sentLogs.docs.find(({ id }) => id === 'sent')?.data()),
    toldChannels: sentLogs.docs.flatMap((sentLog) =>
      sentLog.id === 'sent' || isPending(sentLog)
        ? []
        : { id: sentLog.id, days: exportSentLog(sentLog.data()) },
    ),
    pending: sentLogs.docs
      .filter(isPending)
      .map((waiting) => ({ id: waiting.id, episodes: exportPending(waiting.data()) }))
      .filter(({ episodes }) => episodes.length > 0),
    truncated: {
      alerts: alerts.truncated,
      bookmarks: bookmarks.truncated,
      shows: shows.truncated,
      apiKeys: apiKeys.truncated,
      apps: apps.truncated,
      channels: channels.truncated,
      feedItems: feedItems.truncated,
      matches: matches.truncated,
      deliveries: deliveries.truncated,
      digests: digests.truncated,
    },
  };
}

function isPending({ id }: { id: string }): boolean {
  return id.startsWith('pending');
}

async function* inPages(documents: Query, pages: { pageSize: number; isDescending: boolean }) {
  for await (const document of documentsOf(documents, pages)) {
    yield { ...fieldsToJson(document.data()), id: document.id };
  }
}
