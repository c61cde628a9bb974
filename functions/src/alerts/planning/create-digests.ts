import pLimit from 'p-limit';
import { log } from '../../platform/log.ts';
import type { NewEpisode } from '../../catalogue/new-episode.ts';
import type { EpisodeBatch } from '../matching/episode-batch.ts';
import { type AlertMatches, matchAlerts, type PersonMatches } from '../matching/match-alerts.ts';
import { savedKeywords } from '../matching/saved-keywords.ts';
import type { DeliveryQueue } from '../outbox/delivery-queue.ts';
import type { ActiveAlert } from '../runs/indexed-documents.ts';
import type { OutboxStore } from '../outbox/outbox-store.ts';
import { type IndexedPerson, removeAlerts, type ShardIndex } from '../runs/shard-index.ts';
import { type Due, dueDigests, type RunTimes } from './due-digest.ts';
import { digestEpisodes, type ShownEpisode } from './digest-episodes.ts';
import type { MissedSlot } from '../runs/run-progress.ts';
import { delayOf, spreadMs } from './spread-digests.ts';
import { digestId } from '../outbox/digest.ts';
import { isDayFull, planDigest } from './plan-digest.ts';

interface DigestResult {
  outcome: 'created' | 'exists' | 'nothing' | 'waits';
  /** The sent log now has all of the person's matches. */
  isAllSent: boolean;
  /** No digest is due before the person's next slot. */
  isSettled: boolean;
  gone: ReadonlySet<string>;
}

interface DigestOrder extends Due {
  nowMs: number;
  delayMs: number;
  shown: ShownEpisode;
}

async function createDigest(
  { store, queue }: { store: Pick<OutboxStore, 'createDigest'>; queue: DeliveryQueue },
  { uid, matches }: PersonMatches,
  { slotMs, cadence, nowMs, delayMs, shown }: DigestOrder,
): Promise<DigestResult> {
  const id = digestId(uid, slotMs);
  const alertIds = matches.flatMap(({ saved }) => [saved.alertId, ...(saved.otherAlertIds ?? [])]);
  const atMs = delayMs > 0 ? nowMs + Math.round(delayMs) : null;
  let gone = new Set<string>();
  let isFull = false;
  const outcome = await store.createDigest({
    id,
    uid,
    alertIds,
    // After an outage several hourly digests would otherwise arrive in one minute.
    waitForLast: cadence === 'hourly',
    decide: (sentLog, active) => {
      gone = new Set(alertIds.filter((each) => !active.has(each)));
      isFull = isDayFull(sentLog, nowMs);
      const wanted = stillWanted(matches, active);
      return planDigest({ uid, slotMs, cadence, matches: wanted, sentLog, nowMs, atMs, shown });
    },
  });
  if (outcome === 'created') await enqueue(queue, id, atMs);
  const isAllSent = outcome === 'created' || (outcome === 'nothing' && !isFull);
  return { outcome, isAllSent, isSettled: outcome !== 'waits' && !isFull, gone };
}

/** Matches of keywords with an active alert, reassigned to the first such alert. */
function stillWanted(
  matches: readonly AlertMatches[],
  active: ReadonlySet<string>,
): AlertMatches[] {
  return matches.flatMap(({ saved, ...same }) => {
    const { alertId, otherAlertIds = [] } = saved;
    const [first, ...others] = [alertId, ...otherAlertIds].filter((each) => active.has(each));
    if (first === undefined) return [];
    return { ...same, saved: { ...saved, alertId: first, otherAlertIds: others } };
  });
}

async function enqueue(queue: DeliveryQueue, id: string, atMs: number | null): Promise<void> {
  try {
    await queue.enqueue(id, 'first', atMs ?? undefined);
  } catch (error) {
    // The digest is stored: `resumeDigests` queues its task within minutes.
    const name = error instanceof Error ? error.name : typeof error;
    log('warn', 'digest-not-queued', { digestId: id, error: name });
  }
}

const DIGESTS_AT_ONCE = 24;

export interface PlanParts {
  store: Pick<OutboxStore, 'createDigest'>;
  queue: DeliveryQueue;
  episodes: () => Promise<EpisodeBatch>;
}

export interface PlanTimes extends RunTimes {
  retried: readonly MissedSlot[];
  ratePerSecond: number;
}

export interface PlanResult {
  matched: number;
  due: number;
  /** People whose sent log was read: they may have unsent matches. */
  untold: number;
  created: number;
  waiting: number;
  failed: MissedSlot[];
  spreadMs: number;
}

interface DuePerson extends PersonMatches {
  due: Due;
}

/**
 * Creates a digest for everyone in the index who is due and has unsent matches. One person's error does not
 * affect the others. Safe to repeat, also concurrently: a slot has one digest, and the sent log deduplicates.
 */
export async function createDigests(
  parts: PlanParts,
  index: ShardIndex,
  times: PlanTimes,
): Promise<PlanResult> {
  index.runs += 1;
  const missedSlotOf = new Map(times.retried.map(({ uid, slotMs }) => [uid, slotMs]));
  const dueDigest = dueDigests(times);
  const dueOf = new Map<string, Due>();
  for (const [uid, { alerts, preferences, settledAtMs }] of index.people) {
    if (alerts.length === 0) continue;
    try {
      const due = dueDigest(preferences, { settledAtMs, missedSlotMs: missedSlotOf.get(uid) });
      if (due !== null) dueOf.set(uid, due);
    } catch (error) {
      // For example a time zone that this runtime does not know.
      log('error', 'digest-not-due', { uid, error: nameOf(error) });
    }
  }
  const result: PlanResult = {
    ...{ matched: 0, due: dueOf.size, untold: 0, created: 0, waiting: 0 },
    ...{ failed: [], spreadMs: 0 },
  };
  if (dueOf.size === 0) return result;

  const batch = await parts.episodes();
  index.seen = seenWith(index, batch);
  const people = withMatches(index, dueOf, batch);
  result.matched = people.length;
  const mayBeUnsent = unsentSince(index, batch);
  const unsent = people.filter(mayBeUnsent);
  result.untold = unsent.length;
  const [atOnce, later] = [unsent.filter(isHurried), unsent.filter((each) => !isHurried(each))];
  result.spreadMs = spreadMs(later.length, times.ratePerSecond);

  const shown = digestEpisodes();
  const limit = pLimit(DIGESTS_AT_ONCE);
  const unsettled = new Set<string>();
  await limit.map([...atOnce, ...later], async (person) => {
    const { uid, due } = person;
    const delayMs = isHurried(person) ? 0 : delayOf(uid, due.slotMs, times.nowMs, result.spreadMs);
    try {
      const made = await createDigest(parts, person, {
        ...due,
        nowMs: times.nowMs,
        delayMs,
        shown,
      });
      if (made.outcome === 'created') result.created += 1;
      if (made.outcome === 'waits') result.waiting += 1;
      if (!made.isSettled) unsettled.add(uid);
      learn(index, uid, made);
    } catch (error) {
      unsettled.add(uid);
      result.failed.push({ uid, slotMs: due.slotMs });
      log('error', 'digest-not-created', { uid, error: nameOf(error) });
    }
  });
  for (const uid of dueOf.keys()) {
    const person = index.people.get(uid);
    if (person !== undefined && !unsettled.has(uid)) person.settledAtMs = times.nowMs;
  }
  return result;
}

function seenWith({ seen, runs }: ShardIndex, { episodes, fingerprintOf }: EpisodeBatch) {
  return new Map(
    episodes.map((episode) => {
      const fingerprint = fingerprintOf(episode);
      return [fingerprint, seen.get(fingerprint) ?? runs];
    }),
  );
}

function withMatches(
  { people, seen }: ShardIndex,
  dueOf: ReadonlyMap<string, Due>,
  batch: EpisodeBatch,
): DuePerson[] {
  const keywords = function* () {
    for (const uid of dueOf.keys()) {
      const person = people.get(uid);
      if (person !== undefined) yield savedKeywords(listening(person));
    }
  };
  return matchAlerts(keywords(), batch, seen).flatMap(({ uid, matches }) => {
    const due = dueOf.get(uid);
    return due === undefined ? [] : [{ uid, matches, due }];
  });
}

/** All alerts of a person; none matches episodes from the time when all mail was paused. */
function listening({ alerts, preferences }: IndexedPerson): ActiveAlert[] {
  const { resumedAtMs } = preferences;
  if (resumedAtMs === null) return alerts;
  return alerts.map((alert) => ({ ...alert, sinceMs: Math.max(alert.sinceMs, resumedAtMs) }));
}

/** Returns whether the sent log must be read: not if nothing has changed since the last check. */
function unsentSince({ people, seen }: ShardIndex, { fingerprintOf }: EpisodeBatch) {
  // Cached by list: most people with the same keyword share one list of episodes.
  const newest = new WeakMap<readonly NewEpisode[], number>();
  const newestOf = (episodes: readonly NewEpisode[]) => {
    let run = newest.get(episodes);
    if (run === undefined) {
      run = Math.max(...episodes.map((episode) => seen.get(fingerprintOf(episode)) ?? Infinity));
      newest.set(episodes, run);
    }
    return run;
  };
  return ({ uid, matches }: DuePerson): boolean => {
    const checkedInRun = people.get(uid)?.checkedInRun ?? null;
    return (
      checkedInRun === null || matches.some(({ episodes }) => newestOf(episodes) > checkedInRun)
    );
  };
}

function isHurried({ due }: DuePerson): boolean {
  return due.cadence === 'hourly';
}

function learn(index: ShardIndex, uid: string, made: DigestResult): void {
  const person = index.people.get(uid);
  if (person === undefined) return;
  removeAlerts(person, made.gone);
  if (made.isAllSent) person.checkedInRun = index.runs;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
