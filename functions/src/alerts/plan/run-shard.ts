import { isDeepStrictEqual } from 'node:util';
import type { EpisodeSource } from '../../catalogue/store/episode-source.ts';
import { HOUR_MS } from '../../contract/index.ts';
import { errorName, log } from '../../platform/log.ts';
import { awaitedShows } from '../match/awaited-shows.ts';
import { type Cursor, newestChange } from '../match/match-changes.ts';
import { createDigests, type PlanParts, type PlanResult } from './create-digests.ts';
import { type StoredMatches, storeMatches } from './store-matches.ts';
import type { BlockedShows } from '../outbox/blocked-matches.ts';
import { repairBlockedShows } from '../outbox/blocked-shows.ts';
import type { AlertSource, Operations } from '../match/alert-source.ts';
import type { ObjectStore } from '../../catalogue/file/object-store.ts';
import { type OpenIndex, openIndex, saveIndex } from '../match/open-index.ts';
import {
  MAX_MISSED,
  MAX_UNSTORED,
  type MissedSlot,
  progressAfter,
  type ShardReport,
  type ShardState,
  type StoringResult,
  unstoredAfter,
} from '../match/run-progress.ts';
import type { RunStore } from '../match/run-store.ts';
import { type Shard, progressOf } from '../match/shard-layout.ts';
import { repairedAddresses, type TakesMail } from './repaired-addresses.ts';

/** What failed longer ago is only retried hourly: slots, and storing the matches of a person. */
const TRIED_OFTEN_FOR_MS = 2 * HOUR_MS;

/** How long the digest of a person waits for matches that cannot be stored. */
const HELD_FOR_MS = 6 * HOUR_MS;

export interface ShardParts extends PlanParts {
  runs: RunStore;
  source: AlertSource;
  objects: ObjectStore;
  operations: Operations;
  peakMib: () => number;
  takesMail: TakesMail;
  catalogue: () => Promise<EpisodeSource>;
  noteSuppressions: (uids: readonly string[]) => Promise<void>;
}

export interface ShardRun {
  nowMs: number;
  /** Makes everyone due, except people who paused all mail, and reads all documents. */
  everyoneDue: boolean;
  ratePerSecond: number;
  batchSize?: number;
}

/**
 * Returns null for a shard of an old layout. Idempotent, also concurrently, and safe to kill: the catalogue's
 * cursor moves only after the matches and the index are stored. Failed slots are stored as missed, for later
 * runs. Beyond {@link MAX_MISSED} the function throws, and the next run repeats all slots.
 */
export async function runShard(
  parts: ShardParts,
  shard: Shard,
  { nowMs, everyoneDue, ratePerSecond, batchSize }: ShardRun,
): Promise<ShardReport | null> {
  const startedAt = performance.now();
  const layout = await parts.runs.layout();
  if (layout.epoch !== shard.epoch || layout.shards !== shard.shards) return null;
  const begun = await parts.runs.changeState(shard.epoch, shard.shard, (before) => ({
    ...(before ?? { ...progressOf(layout, shard.shard, null), report: null, cursor: null }),
    startedAtMs: nowMs,
  }));
  const { lastRunAtMs: last, missed } = begun;
  // A last run in the future was stored while a clock was ahead.
  const lastRunAtMs = last !== null && last <= nowMs ? last : nowMs - HOUR_MS;
  const isFirstOfHour = Math.floor(nowMs / HOUR_MS) > Math.floor(lastRunAtMs / HOUR_MS);
  const isTried = (sinceMs: number) =>
    everyoneDue || isFirstOfHour || sinceMs > nowMs - TRIED_OFTEN_FOR_MS;
  const retried = missed.filter(({ slotMs }) => isTried(slotMs));
  const behind = begun.unstored ?? [];

  const catalogue = await parts.catalogue();
  // Must precede reading the alerts; see `newestChange`.
  const until = await newestChange(catalogue);
  const open = await openIndex(parts, shard, nowMs, everyoneDue);
  await noteSuppressions(parts, open);
  const { index } = open;
  const range = {
    catalogue,
    since: begun.cursor,
    readUntil: layout.readUntil,
    until,
    nowMs,
    lastRunAtMs: last,
    batchSize,
    behind,
    retried: behind.filter(({ failedAtMs }) => isTried(failedAtMs)),
  };
  const times = { nowMs, lastRunAtMs: last };
  let cursor = begun.cursor;
  const stored = await storeMatches(parts, index, range, async (to, failed) => {
    if (!(await save(parts, shard, open))) return;
    await parts.runs.changeState(shard.epoch, shard.shard, (before) =>
      before !== null && isDeepStrictEqual(before.cursor, cursor)
        ? movedTo(to, before, { failed, caughtUp: [] }, times)
        : (before ?? begun),
    );
    cursor = to;
  });
  const blocked = await catalogue.blockedShows();
  if (shard.shard === 0) await noteBlocked(parts, blocked, nowMs);
  const repaired = await repairedAddresses(parts.takesMail, index.people, { nowMs, isFirstOfHour });
  const unstored = unstoredAfter(behind, stored, times);
  const held = unstored.filter(({ failedAtMs }) => failedAtMs >= nowMs - HELD_FOR_MS);
  const planTimes = {
    lastRunAtMs,
    nowMs,
    everyoneDue,
    retried,
    repaired,
    unstored: new Set(held.map(({ uid }) => uid)),
    blocked,
    ratePerSecond,
  };
  const made = await createDigests(parts, index, planTimes, catalogue);
  if (made.failed.length > MAX_MISSED) {
    throw new Error(`${made.failed.length} of ${made.due} digests could not be created`);
  }
  const isNews =
    open.changes > 0 || open.differed !== null || made.due > 0 || stored.recipients.size > 0;
  const isKnown = !isNews || (await save(parts, shard, open)) || stored.recipients.size === 0;
  const awaited = awaitedShows(
    [...index.people].map(([uid, { alerts }]) => [uid, alerts] as const),
  );
  const state = await parts.runs.changeState(shard.epoch, shard.shard, (before) => {
    const progress = progressOf(layout, shard.shard, before);
    const result = { tried: retried, failed: made.failed, servedUntilMs: nowMs };
    const after = progressAfter(progress, result, nowMs);
    const same = { ...(before ?? begun), ...after };
    const moved = isKnown ? movedTo(until, same, stored, times) : same;
    return { ...moved, startedAtMs: nowMs, report: report(before, after.missed), awaited };
  });
  log('info', 'alerts-run', { shard: shard.shard, ...state.report });
  return state.report;

  function report(before: ShardState | null, missedNow: readonly MissedSlot[]): ShardReport {
    const slots = missedNow.map(({ slotMs }) => slotMs);
    return {
      atMs: nowMs,
      ...contentsOf(open),
      ...countsOf(stored, made),
      unstored: unstored.length,
      retried: retried.length,
      oldestMissedMs: slots.length === 0 ? 0 : nowMs - Math.min(...slots),
      tookMs: Math.round(performance.now() - startedAt),
      peakMib: parts.peakMib(),
      reads: parts.operations.reads,
      writes: parts.operations.writes,
      differed: open.differed ?? before?.report?.differed ?? 0,
    };
  }
}

/** Unless storing failed for too many people: then the next run stores all of their matches again. */
function movedTo(
  cursor: Cursor,
  before: ShardState,
  result: StoringResult,
  times: { nowMs: number; lastRunAtMs: number | null },
): ShardState {
  const unstored = unstoredAfter(before.unstored ?? [], result, times);
  return unstored.length > MAX_UNSTORED ? before : { ...before, cursor, unstored };
}

async function noteBlocked(
  { objects }: ShardParts,
  blocked: BlockedShows,
  nowMs: number,
): Promise<void> {
  try {
    await repairBlockedShows(objects, blocked, nowMs);
  } catch (error) {
    log('warn', 'blocked-shows-not-noted', { shows: blocked.size, error: errorName(error) });
  }
}

async function noteSuppressions(parts: ShardParts, { changedPeople }: OpenIndex): Promise<void> {
  if (changedPeople.length === 0) return;
  try {
    await parts.noteSuppressions(changedPeople);
  } catch (error) {
    log('warn', 'suppressions-not-noted', {
      people: changedPeople.length,
      error: errorName(error),
    });
  }
}

/** Returns false if the saved index lacks the pending matches. Then the next run must match again. */
async function save(parts: ShardParts, shard: Shard, open: OpenIndex): Promise<boolean> {
  try {
    return await saveIndex(parts.objects, shard, open);
  } catch (error) {
    log('warn', 'shard-index-not-saved', { shard: shard.shard, error: errorName(error) });
    return false;
  }
}

function contentsOf({ index, changes }: OpenIndex) {
  let people = 0;
  let alerts = 0;
  for (const person of index.people.values()) {
    alerts += person.alerts.length;
    if (person.alerts.length > 0) people += 1;
  }
  return { people, alerts, changes, rereadAtMs: index.rereadAtMs };
}

function countsOf(stored: StoredMatches, { failed, ...counts }: PlanResult) {
  return {
    ...counts,
    episodesRead: stored.episodes,
    matched: stored.recipients.size,
    failed: failed.length,
  };
}
