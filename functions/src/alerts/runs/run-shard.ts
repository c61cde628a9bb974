import { HOUR_MS } from '../../contract/index.ts';
import { errorName, log } from '../../platform/log.ts';
import { type Shard, progressOf } from '../shards/shard-layout.ts';
import { awaitedShows } from '../matching/awaited-shows.ts';
import { unpackHeard, withHeard } from '../matching/heard-shows.ts';
import { matchedEpisodes } from '../matching/match-cache.ts';
import { proveMatches } from '../matching/match-changes.ts';
import { storedBefore } from '../matching/stored-before.ts';
import type { Operations } from '../store/outbox-store.ts';
import type { AlertSource } from '../shards/alert-source.ts';
import type { ObjectStore } from '../shards/object-store.ts';
import type { RunStore } from '../shards/run-store.ts';
import { isRereadDue, type OpenIndex, openIndex, saveIndex } from '../shards/open-index.ts';
import { createDigests, type PlanParts, type PlanResult } from '../planning/create-digests.ts';
import { repairedAddresses, type TakesMail } from '../slots/repaired-addresses.ts';
import {
  MAX_MISSED,
  type MissedSlot,
  progressAfter,
  type ShardReport,
  type ShardState,
} from '../shards/run-progress.ts';

/** A slot missed longer ago is retried only hourly. */
const TRIED_OFTEN_FOR_MS = 2 * HOUR_MS;

export interface ShardParts extends PlanParts {
  runs: RunStore;
  source: AlertSource;
  objects: ObjectStore;
  operations: Operations;
  /** Peak resident memory of the process, MiB. */
  peakMib: () => number;
  takesMail: TakesMail;
}

export interface ShardRun {
  nowMs: number;
  /** Everyone is due, except people who paused all mail; all documents are read. */
  everyoneDue: boolean;
  ratePerSecond: number;
}

/**
 * Updates a shard's index, creates the digests that are due and stores the progress. Safe to repeat, also
 * concurrently, and to be killed at any moment: progress is stored last, and the index is a cache. Slots of
 * people with errors are stored as missed, for later runs; if there are more than {@link MAX_MISSED}, the
 * function throws, and the next run repeats all slots. Returns null for a shard of an old layout.
 */
export async function runShard(
  parts: ShardParts,
  shard: Shard,
  { nowMs, everyoneDue, ratePerSecond }: ShardRun,
): Promise<ShardReport | null> {
  const startedAt = performance.now();
  const layout = await parts.runs.layout();
  if (layout.epoch !== shard.epoch || layout.shards !== shard.shards) return null;
  const { lastRunAtMs: last, missed } = progressOf(
    layout,
    shard.shard,
    await parts.runs.changeState(shard.epoch, shard.shard, (before) => ({
      ...(before ?? { ...progressOf(layout, shard.shard, null), report: null }),
      startedAtMs: nowMs,
    })),
  );
  // A last run in the future is from a clock that was ahead.
  const lastRunAtMs = last !== null && last <= nowMs ? last : nowMs - HOUR_MS;
  const isFirstOfHour = Math.floor(nowMs / HOUR_MS) > Math.floor(lastRunAtMs / HOUR_MS);
  const retried =
    everyoneDue || isFirstOfHour
      ? missed
      : missed.filter(({ slotMs }) => slotMs > nowMs - TRIED_OFTEN_FOR_MS);

  const open = await openIndex(parts, shard, nowMs, everyoneDue);
  const { people } = open.index;
  const repaired = await repairedAddresses(parts.takesMail, people, { nowMs, isFirstOfHour });
  const times = { lastRunAtMs, nowMs, everyoneDue, retried, repaired, ratePerSecond };
  const catalogue = async () =>
    storedBefore(await parts.catalogue(), () => parts.runs.packedShows().then(unpackHeard), nowMs);
  const made = await createDigests({ ...parts, catalogue }, open.index, times);
  await rememberShows(parts.runs, open);
  if (made.failed.length > MAX_MISSED) {
    throw new Error(`${made.failed.length} of ${made.due} digests could not be created`);
  }
  const awaited = awaitedShows([...open.index.people.values()].flatMap(({ alerts }) => alerts));
  const state = await parts.runs.changeState(shard.epoch, shard.shard, (before) => {
    const progress = progressOf(layout, shard.shard, before);
    const result = {
      tried: retried,
      failed: [...made.failed, ...made.putOff],
      servedUntilMs: nowMs,
    };
    const after = progressAfter(progress, result, nowMs);
    return { ...after, startedAtMs: nowMs, report: report(before, after.missed), awaited };
  });
  if (made.read !== null) await prove({ catalogue }, shard, open, nowMs);
  const isNews = made.read !== null || open.changes > 0 || open.differed !== null;
  if (isNews) await save(parts, shard, open);
  log('info', 'alerts-run', { shard: shard.shard, ...state.report });
  return state.report;

  function report(before: ShardState | null, missedNow: readonly MissedSlot[]): ShardReport {
    const slots = missedNow.map(({ slotMs }) => slotMs);
    return {
      atMs: nowMs,
      ...contentsOf(open),
      ...countsOf(made),
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

/** Matches everything again once a day, after the digests; the next run sends what is found here. */
async function prove(
  { catalogue }: Pick<ShardParts, 'catalogue'>,
  shard: Shard,
  { index }: OpenIndex,
  nowMs: number,
): Promise<void> {
  const { matches, runs } = index;
  if (!isRereadDue(matches.provenAtMs, shard, nowMs)) return;
  try {
    const differed = await proveMatches(matches, await catalogue(), { run: runs, nowMs });
    const queries = matches.queries.size;
    log(differed > 0 ? 'warn' : 'info', 'matches-proven', {
      shard: shard.shard,
      queries,
      differed,
    });
  } catch (error) {
    // Matches that were not proven are as good as before; the next run tries again.
    log('warn', 'matches-not-proven', { shard: shard.shard, error: errorName(error) });
  }
}

/** Stores when the shows that matched for the first time in this run were first heard. */
async function rememberShows(runs: RunStore, { index }: OpenIndex): Promise<void> {
  const matched = [...matchedEpisodes(index.matches).values()];
  const fresh = matched.filter(({ run }) => run === index.runs);
  if (fresh.length === 0 || withHeard(await runs.packedShows(), fresh) === null) return;
  await runs.changeShows((before) => withHeard(before, fresh));
}

async function save(parts: ShardParts, shard: Shard, open: OpenIndex): Promise<void> {
  try {
    await saveIndex(parts.objects, shard, open);
  } catch (error) {
    // The next run finds the old index and repeats the work.
    log('warn', 'shard-index-not-saved', { shard: shard.shard, error: errorName(error) });
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

function countsOf({ failed, read, ...counts }: PlanResult) {
  const { episodes: episodesRead = 0, anew: matchedAnew = 0 } = read ?? {};
  return { ...counts, episodesRead, matchedAnew, failed: failed.length };
}
