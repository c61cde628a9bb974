import { sharedCatalogueReader } from '../../catalogue/file/open-catalogue.ts';
import type { ChannelEntry } from '../../contract/index.ts';
import { noteSuppressions } from '../../delivery/mail/note-suppressions.ts';
import { takesMail, verifiedEmails } from '../../delivery/mail/takes-mail.ts';
import { config, siteIdentity } from '../../platform/config.ts';
import { database } from '../../platform/firebase-admin.ts';
import { cloudTasksQueue, messageQueue } from '../outbox/delivery-queue.ts';
import type { DigestSection } from '../outbox/digest.ts';
import { messageItems } from '../outbox/message-items.ts';
import { openObjects } from '../../catalogue/file/object-store.ts';
import { cloudTasksShardQueue } from './dispatch-shards.ts';

export async function openShardContext() {
  const firestore = await database();
  const operations = { reads: 0, writes: 0 };
  const [
    { firestoreOutbox },
    { firestoreRunStore },
    { firestoreAlertSource },
    { countFittingItems },
    { episodeSource },
  ] = await Promise.all([
    import('../outbox/firestore-outbox.ts'),
    import('../match/run-store.ts'),
    import('../match/alert-source.ts'),
    import('../../delivery/channels/send-to-channel.ts'),
    import('../../catalogue/store/episode-source.ts'),
  ]);
  return {
    store: firestoreOutbox(firestore, operations),
    runs: firestoreRunStore(firestore, operations),
    source: firestoreAlertSource(firestore, operations),
    objects: openObjects(config().ALERT_INDEX_URL),
    queue: cloudTasksQueue,
    messages: messageQueue,
    fits: ({ kind }: ChannelEntry, sections: readonly DigestSection[]) =>
      countFittingItems(messageItems(sections, siteIdentity().url), kind, siteIdentity().name),
    shardQueue: cloudTasksShardQueue,
    catalogue: async () => episodeSource(await sharedCatalogueReader(config().CATALOGUE_URL)),
    operations,
    peakMib: () => Math.round(process.resourceUsage().maxRSS / 1024),
    takesMail,
    verified: verifiedEmails,
    noteSuppressions,
  };
}
