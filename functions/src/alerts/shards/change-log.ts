import * as z from 'zod';
import { MINUTE_MS } from '../../contract/index.ts';
import type { AlertSource, Changes } from './alert-source.ts';
import { indexedAlertSchema, personPreferencesSchema } from '../alert-record.ts';
import type { ObjectStore } from './object-store.ts';

export const TICK_MS = 15 * MINUTE_MS;

/** Batches overlap: a write becomes readable after its server time, and clocks differ. */
export const CHANGE_MARGIN_MS = 5 * MINUTE_MS;

/** Batches in the ring buffer: those of one day. */
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
 * Writes all changes since `fromMs` as one batch for all shards, and returns them; null, without a write, if
 * there are too many. A second batch within 15 minutes replaces the first, so its `fromMs` must not be later.
 */
export async function publishChanges(
  { source, objects }: { source: AlertSource; objects: ObjectStore },
  fromMs: number,
  untilMs: number,
): Promise<Changes | null> {
  const changes = await source.changedSince(fromMs - CHANGE_MARGIN_MS);
  if (changes === null) return null;
  const batch: ChangeBatch = { fromMs, untilMs, ...changes };
  const name = nameOf(tickOf(untilMs));
  const found = await objects.read(name);
  await objects.write(name, [Buffer.from(JSON.stringify(batch))], found?.generation ?? null);
  return changes;
}

/** The batches that an index lacks, oldest first; null if some are gone and the index must be rebuilt. */
export async function changesSince(
  objects: ObjectStore,
  untilMs: number,
  nowMs: number,
): Promise<ChangeBatch[] | null> {
  const [first, last] = [tickOf(untilMs), tickOf(nowMs)];
  // An `untilMs` in the future is from a clock that was ahead.
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
    return null; // corrupt: a gap, which the start of the next batch reveals
  }
}

function nameOf(tick: number): string {
  return `changes-${tick % BATCHES_KEPT}`;
}
