import { errorName, log } from '../../platform/log.ts';
import type { AlertSource } from './alert-source.ts';
import type { ObjectStore } from '../../catalogue/file/object-store.ts';
import {
  applyChanges,
  type IndexedPerson,
  packIndex,
  type ShardIndex,
  unpackIndex,
} from './shard-index.ts';
import { isInRange, rangeOf, type Shard, type UidRange } from './shard-layout.ts';
import { DAY_MS, MINUTE_MS } from '../../contract/index.ts';
import { type ActiveAlert, sameAlert, samePreferences } from '../alert-record.ts';

/**
 * How far two reads of changes overlap: a write becomes readable after its server time, and clocks differ.
 */
const CHANGE_MARGIN_MS = 5 * MINUTE_MS;

interface RereadResult {
  index: ShardIndex;
  /** Entries that were missing or outdated, because a change never reached the index. */
  differed: number;
  /** Entries of deleted or paused alerts, which stay in the index until the next full read. */
  gone: number;
}

/** Spreads the daily full reads of the shards over the day. */
function isRereadDue(
  rereadAtMs: number,
  { shard, shards }: { shard: number; shards: number },
  nowMs: number,
): boolean {
  if (rereadAtMs > nowMs) return true;
  const phaseMs = ((shard + 0.5) / shards) * DAY_MS;
  const dayOf = (atMs: number) => Math.floor((atMs - phaseMs) / DAY_MS);
  return dayOf(nowMs) > dayOf(rereadAtMs);
}

/**
 * Rebuilds a shard's index from all documents. Retains `settledAtMs`. Retains `pending` of people whose
 * entries are unchanged, unless changes are missing: an undone pause leaves the entries unchanged.
 */
async function rereadShard(
  source: AlertSource,
  range: UidRange,
  before: ShardIndex | null,
  { nowMs, lacksChanges }: { nowMs: number; lacksChanges: boolean },
): Promise<RereadResult> {
  const people = new Map<string, IndexedPerson>();
  const index = { people, changesUntilMs: nowMs, rereadAtMs: nowMs };
  for await (const page of source.everythingIn(range)) applyChanges({ people }, page, range);
  if (before === null) return { index, differed: 0, gone: 0 };

  // The old index cannot contain later changes.
  const recentMs = before.changesUntilMs - CHANGE_MARGIN_MS;
  let differed = 0;
  let gone = 0;
  for (const [uid, person] of people) {
    const known = before.people.get(uid);
    const different = differencesOf(known, person);
    differed += different.filter((atMs) => atMs < recentMs).length;
    if (different.length === 0 && known?.pending && !lacksChanges) person.pending = known.pending;
    person.settledAtMs = known?.settledAtMs ?? before.changesUntilMs;
    gone += alertsGone(known?.alerts ?? [], person.alerts);
  }
  for (const [uid, { alerts }] of before.people) if (!people.has(uid)) gone += alerts.length;
  return { index, differed: lacksChanges ? 0 : differed, gone };
}

function differencesOf(known: IndexedPerson | undefined, person: IndexedPerson): number[] {
  const { preferences } = person;
  const before = new Map(known?.alerts.map((alert) => [alert.alertId, alert]));
  const different = person.alerts
    .filter((alert) => {
      const same = before.get(alert.alertId);
      return same === undefined || !sameAlert(same, alert);
    })
    .map(({ sinceMs, changedAtMs = 0 }) => Math.max(sinceMs, changedAtMs));
  const { updatedAtMs, unmailedAtMs, showsChangedAtMs = 0, channelsChangedAtMs = 0 } = preferences;
  const changedAtMs = Math.max(
    updatedAtMs ?? 0,
    unmailedAtMs ?? 0,
    showsChangedAtMs,
    channelsChangedAtMs,
  );
  const samePerson =
    known === undefined ? changedAtMs === 0 : samePreferences(known.preferences, preferences);
  if (!samePerson) different.push(changedAtMs);
  return different;
}

function alertsGone(before: readonly ActiveAlert[], now: readonly ActiveAlert[]): number {
  const there = new Set(now.map(({ alertId }) => alertId));
  return before.filter(({ alertId }) => !there.has(alertId)).length;
}

export interface OpenIndex {
  index: ShardIndex;
  generation: string | null;
  changes: number;
  changedPeople: readonly string[];
  differed: number | null;
}

/**
 * Opens a shard's index and applies later changes. Reads all documents once a day, if `readInFull`, or if the
 * index is absent, corrupt or too old.
 */
export async function openIndex(
  { source, objects }: { source: AlertSource; objects: ObjectStore },
  shard: Shard,
  nowMs: number,
  readInFull = false,
): Promise<OpenIndex> {
  const range = rangeOf(shard);
  const stored = await objects.read(nameOf(shard.shard));
  const generation = stored?.generation ?? null;
  const known = stored?.bytes ? unpackIndex(stored.bytes, shard.epoch, range) : null;
  // An index from the future was saved while a clock was ahead.
  const isUsable = known !== null && known.changesUntilMs <= nowMs;
  const found = isUsable
    ? await source.changedSince(known.changesUntilMs - CHANGE_MARGIN_MS)
    : null;
  const changedPeople = (found?.people ?? [])
    .map(({ uid }) => uid)
    .filter((uid) => isInRange(uid, range));
  let changes = 0;
  if (known !== null && found !== null) {
    changes = applyChanges(known, found, range, known.changesUntilMs);
    known.changesUntilMs = nowMs;
    if (!readInFull && !isRereadDue(known.rereadAtMs, shard, nowMs)) {
      return { index: known, generation, changes, changedPeople, differed: null };
    }
  }
  // If the changes could not be read, differences are not errors. The old index is passed even then, because
  // only it has `settledAtMs`.
  const how = { nowMs, lacksChanges: found === null };
  const { index, differed, gone } = await rereadShard(source, range, known, how);
  log(differed > 0 ? 'warn' : 'info', 'shard-reread', {
    shard: shard.shard,
    people: index.people.size,
    differed,
    gone,
    why: known === null ? 'no index' : found === null ? 'changes missing' : 'daily',
  });
  return { index, generation, changes, changedPeople, differed };
}

/** Returns false if a concurrent run has saved the index first. */
export async function saveIndex(
  objects: ObjectStore,
  shard: Shard,
  open: Pick<OpenIndex, 'index' | 'generation'>,
): Promise<boolean> {
  const pieces = packIndex(open.index, shard.epoch, rangeOf(shard));
  const generation = await objects.write(nameOf(shard.shard), pieces, open.generation);
  if (generation === null) log('info', 'shard-index-overtaken', { shard: shard.shard });
  else open.generation = generation;
  return generation !== null;
}

export async function emptyShardObject(objects: ObjectStore, shard: number): Promise<void> {
  try {
    const found = await objects.read(nameOf(shard));
    if (found !== null) await objects.write(nameOf(shard), [], found.generation);
  } catch (error) {
    log('warn', 'shard-index-not-emptied', { shard, error: errorName(error) });
  }
}

function nameOf(shard: number): string {
  return `shard-${shard}`;
}
