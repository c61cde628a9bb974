import { sharedCatalogueReader } from '../../catalogue/storage/open-catalogue.ts';
import { config } from '../../platform/config.ts';
import { database } from '../../platform/firebase-admin.ts';
import { cloudTasksQueue } from '../outbox/delivery-queue.ts';
import { openObjects } from './object-store.ts';
import { cloudTasksShardQueue } from './shard-queue.ts';

export async function openShardContext() {
  const firestore = await database();
  const operations = { reads: 0, writes: 0 };
  const [{ firestoreOutbox }, { firestoreRunStore }, { firestoreAlertSource }] = await Promise.all([
    import('../outbox/firestore-outbox.ts'),
    import('./run-store.ts'),
    import('./alert-source.ts'),
  ]);
  return {
    store: firestoreOutbox(firestore, operations),
    runs: firestoreRunStore(firestore, operations),
    source: firestoreAlertSource(firestore, operations),
    objects: openObjects(config().ALERT_INDEX_URL),
    queue: cloudTasksQueue,
    shardQueue: cloudTasksShardQueue,
    catalogue: () => sharedCatalogueReader(config().CATALOGUE_URL),
    operations,
  };
}
