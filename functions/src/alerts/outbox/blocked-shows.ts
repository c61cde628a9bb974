import * as z from 'zod';
import type { ObjectStore } from '../../catalogue/file/object-store.ts';
import { HOUR_MS } from '../../contract/index.ts';
import type { BlockedShows } from './blocked-matches.ts';

/**
 * An object beside the alerts' indexes, because a delivery does not copy the catalogue. `npm run feeds` changes it with
 * each block, and the run of the first shard repairs it.
 */
const NAME = 'blocked-shows';

/** When the show was noted, epoch milliseconds, by show id. */
const schema = z.record(z.string(), z.number());
type Noted = z.infer<typeof schema>;

/** A run may read a copy of the catalogue from before a block. */
const NOTED_FOR_MS = HOUR_MS;
const MAX_TRIES = 10;

/** Rejects if the object is damaged, so that deliveries wait until a run has repaired it. */
export async function readBlockedShows(objects: Pick<ObjectStore, 'read'>): Promise<BlockedShows> {
  const found = await objects.read(NAME);
  return new Set(found === null ? [] : Object.keys(notedIn(found.bytes)));
}

function notedIn(bytes: Buffer | null): Noted {
  return schema.parse(JSON.parse(bytes?.toString() ?? ''));
}

async function change(objects: ObjectStore, decide: (noted: Noted) => Noted): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const found = await objects.read(NAME);
    let before: Noted | null = {};
    try {
      if (found !== null) before = notedIn(found.bytes);
    } catch {
      before = null;
    }
    const after = decide(before ?? {});
    if (before !== null && JSON.stringify(after) === JSON.stringify(before)) return;
    const pieces = [Buffer.from(JSON.stringify(after))];
    if ((await objects.write(NAME, pieces, found?.generation ?? null)) !== null) return;
  }
  throw new Error('The list of blocked shows is being changed by others');
}

export function noteBlock(
  objects: ObjectStore,
  showId: string,
  isBlocked: boolean,
  nowMs: number,
): Promise<void> {
  return change(objects, (blocked) => {
    const others = Object.fromEntries(Object.entries(blocked).filter(([id]) => id !== showId));
    return isBlocked ? { ...others, [showId]: nowMs } : others;
  });
}

/** @param blocked According to the catalogue, which may be older than the last block. */
export function repairBlockedShows(
  objects: ObjectStore,
  blocked: BlockedShows,
  nowMs: number,
): Promise<void> {
  return change(objects, (noted) => {
    const kept = Object.entries(noted).filter(
      ([showId, atMs]) => blocked.has(showId) || Math.abs(nowMs - atMs) < NOTED_FOR_MS,
    );
    const added = [...blocked].filter((each) => noted[each] === undefined);
    return Object.fromEntries([...kept, ...added.map((each) => [each, nowMs] as const)]);
  });
}
