import type { CatalogueReader } from '../../catalogue/catalogue.ts';
import { openCatalogueReader } from '../../catalogue/storage/open-catalogue.ts';
import { config } from '../../platform/config.ts';
import { database } from '../../platform/firebase-admin.ts';
import { cloudTasksQueue } from '../outbox/delivery-queue.ts';
import { openObjects } from './object-store.ts';
import { cloudTasksShardQueue } from './shard-queue.ts';

/** One per process, shared by all shards: a copy of the catalogue may take a third of the memory. */
let opened: Promise<CatalogueReader> | undefined;

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
    catalogue,
    operations,
  };
}

async function catalogue(): Promise<CatalogueReader> {
  const reader = await (opened ??= openCatalogueReader(config().CATALOGUE_URL));
  await reader.ready();
  return reader;
}
