import * as z from 'zod';
import { MINUTE_MS } from '../../contract/index.ts';
import type { AlertSource, Changes } from './alert-source.ts';
import { indexedAlertSchema, personPreferencesSchema } from './indexed-documents.ts';
import type { ObjectStore } from './object-store.ts';

export const TICK_MS = 15 * MINUTE_MS;

/**
 * How long before a batch begins it looks: a document shows the moment its write arrived at the server
 * and can be read once it is committed, and clocks differ.
 */
export const CHANGE_MARGIN_MS = 5 * MINUTE_MS;

/** Batches are kept for a day, each in the place of the one a day before. */
const BATCHES_KEPT = 96;

interface ChangeBatch extends Changes {
  fromMs: number;
  untilMs: number;
}

const batchSchema = z.object({
  fromMs: z.number(),
  untilMs: z.number(),
  alerts: z.array(z.object({ ...indexedAlertSchema.shape, uid: z.string() })),
  people: z.array(z.object({ uid: z.string(), preferences: personPreferencesSchema })),
});

export function tickOf(atMs: number): number {
  return Math.floor(atMs / TICK_MS);
}

/**
 * Reads what changed since `fromMs` and writes it where every shard finds it: read once, however many
 * shards there are. A second batch within a quarter of an hour replaces the first and must reach back
 * as far. When another writer was faster its batch is as good. Answers with the number of changes; null,
 * and nothing is written, when there are too many to be read at once.
 */
export async function publishChanges(
  { source, objects }: { source: AlertSource; objects: ObjectStore },
  fromMs: number,
  untilMs: number,
): Promise<number | null> {
  const changes = await source.changedSince(fromMs - CHANGE_MARGIN_MS);
  if (changes === null) return null;
  const batch: ChangeBatch = { fromMs, untilMs, ...changes };
  const name = nameOf(tickOf(untilMs));
  const found = await objects.read(name);
  await objects.write(name, Buffer.from(JSON.stringify(batch)), found?.generation ?? null);
  return changes.alerts.length + changes.people.length;
}

/**
 * The changes that an index lacks, the oldest first, up to now; null when they are not all there any
 * more, and it must be read in full.
 */
export async function changesSince(
  objects: ObjectStore,
  untilMs: number,
  nowMs: number,
): Promise<ChangeBatch[] | null> {
  const [first, last] = [tickOf(untilMs), tickOf(nowMs)];
  // What claims to know the future was made by a clock that was ahead.
  if (untilMs > nowMs || last - first >= BATCHES_KEPT) return null;
  const batches: ChangeBatch[] = [];
  let knownUntilMs = untilMs;
  for (let tick = first; tick <= last; tick += 1) {
    const batch = await readBatch(objects, tick);
    if (batch === null || batch.untilMs <= knownUntilMs) continue;
    if (batch.fromMs > knownUntilMs) return null;
    knownUntilMs = batch.untilMs;
    batches.push(batch);
  }
  return batches;
}

async function readBatch(objects: ObjectStore, tick: number): Promise<ChangeBatch | null> {
  const bytes = (await objects.read(nameOf(tick)))?.bytes ?? null;
  if (bytes === null) return null;
  try {
    const batch = batchSchema.parse(JSON.parse(bytes.toString()));
    return tickOf(batch.untilMs) === tick ? batch : null;
  } catch {
    return null; // damaged; a gap that shows when the next one does not reach back far enough
  }
}

function nameOf(tick: number): string {
  return `changes-${tick % BATCHES_KEPT}`;
}
