import { log } from '../../platform/log.ts';
import type { AlertSource } from './alert-source.ts';
import { changesSince } from './change-log.ts';
import { packIndex, unpackIndex } from './index-file.ts';
import type { ObjectStore } from './object-store.ts';
import { isRereadDue, rereadShard } from './reread-shard.ts';
import { applyChanges, type ShardIndex } from './shard-index.ts';
import { rangeOf, type Shard } from './shard-layout.ts';

/** An index as it was loaded and brought up to date. */
export interface OpenIndex {
  index: ShardIndex;
  /** What it is to replace when it is saved; null when there was none. */
  generation: string | null;
  /** Entries that changes made different. */
  changes: number;
  /** Of a full read in this run, the entries that were wrong before; null without one. */
  differed: number | null;
}

/**
 * The index of a shard with all that changed. It is read from the documents in full when there is
 * none, when it is damaged or lacks changes that are not kept any more, once a day, and when asked to.
 */
export async function openIndex(
  { source, objects }: { source: AlertSource; objects: ObjectStore },
  shard: Shard,
  nowMs: number,
  readInFull = false,
): Promise<OpenIndex> {
  const range = rangeOf(shard);
  const found = await objects.read(nameOf(shard.shard));
  const generation = found?.generation ?? null;
  const known = found?.bytes ? unpackIndex(found.bytes, shard.epoch, range) : null;
  const batches = known && (await changesSince(objects, known.changesUntilMs, nowMs));
  let changes = 0;
  if (known !== null && batches !== null) {
    for (const batch of batches) {
      changes += applyChanges(known, batch, range, batch.fromMs);
      known.changesUntilMs = batch.untilMs;
    }
    if (!readInFull && !isRereadDue(known.rereadAtMs, shard, nowMs)) {
      return { index: known, generation, changes, differed: null };
    }
  }
  // An index that lacks changes differs without being at fault.
  const compared = batches === null ? null : known;
  const { index, differed, gone } = await rereadShard(source, range, compared, nowMs);
  log(differed > 0 ? 'warn' : 'info', 'shard-reread', {
    ...{ shard: shard.shard, people: index.people.size, differed, gone },
    why: known === null ? 'no index' : batches === null ? 'changes missing' : 'daily',
  });
  return { index, generation, changes, differed };
}

/** Saves an index. Another run that was faster has saved one that is as good. */
export async function saveIndex(
  objects: ObjectStore,
  shard: Shard,
  { index, generation }: Pick<OpenIndex, 'index' | 'generation'>,
): Promise<void> {
  const bytes = packIndex(index, shard.epoch, rangeOf(shard));
  const saved = await objects.write(nameOf(shard.shard), bytes, generation);
  if (saved === 'overtaken') log('info', 'shard-index-overtaken', { shard: shard.shard });
}

/** Empties what a shard that is no more has left. */
export async function emptyShardObject(objects: ObjectStore, shard: number): Promise<void> {
  try {
    const found = await objects.read(nameOf(shard));
    if (found !== null) await objects.write(nameOf(shard), Buffer.alloc(0), found.generation);
  } catch (error) {
    const name = error instanceof Error ? error.name : typeof error;
    log('warn', 'shard-index-not-emptied', { shard, error: name });
  }
}

function nameOf(shard: number): string {
  return `shard-${shard}`;
}
