import { DAY_MS } from '../../contract/index.ts';
import type { CatalogueReader } from '../../catalogue/catalogue.ts';
import { openCatalogueReader } from '../../catalogue/storage/open-catalogue.ts';
import { config } from '../../platform/config.ts';
import { database } from '../../platform/firebase-admin.ts';
import { createEpisodeBatch, type EpisodeBatch } from '../matching/episode-batch.ts';
import { RECENT_DAYS, WINDOW_DAYS } from '../matching/match-window.ts';
import { cloudTasksQueue } from '../outbox/delivery-queue.ts';
import { openObjects } from './object-store.ts';
import { cloudTasksShardQueue } from './shard-queue.ts';

/** One per process, shared by all shards: a copy of the catalogue may take a third of the memory. */
let opened: Promise<CatalogueReader> | undefined;
/** The episodes of a tick, tokenized once for all shards of the process. */
let batch: { atMs: number; episodes: Promise<EpisodeBatch> } | undefined;

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
    operations,
  };
}

export function episodesAt(atMs: number): Promise<EpisodeBatch> {
  if (batch?.atMs !== atMs) {
    const episodes = readEpisodes(atMs);
    batch = { atMs, episodes };
    episodes.catch(() => {
      // A failed read is not cached: the next shard retries.
      if (batch?.episodes === episodes) batch = undefined;
    });
  }
  return batch.episodes;
}

async function readEpisodes(atMs: number): Promise<EpisodeBatch> {
  const catalogue = await (opened ??= openCatalogueReader(config().CATALOGUE_URL));
  await catalogue.ready();
  const sinceMs = atMs - WINDOW_DAYS * DAY_MS;
  return createEpisodeBatch(catalogue.newEpisodes(sinceMs, sinceMs - RECENT_DAYS * DAY_MS));
}
