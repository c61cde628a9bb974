import pLimit from 'p-limit';
import type { EpisodeSource } from '../../catalogue/store/episode-source.ts';
import { MAIL } from '../../contract/index.ts';
import { errorName, log } from '../../platform/log.ts';
import type { ReadEpisodes } from '../match/about-matches.ts';
import type { Recipient } from '../match/match-recipients.ts';
import { type DeliveryQueue, enqueueFirst } from '../outbox/delivery-queue.ts';
import type { MatchStore } from '../outbox/match-store.ts';
import type { OutboxStore } from '../outbox/outbox-store.ts';
import {
  type IndexedPerson,
  removeAlerts,
  setPending,
  type ShardIndex,
} from '../match/shard-index.ts';
import { type Due, dueDigests, isTooSoon, type RunTimes } from './due-digest.ts';
import type { MissedSlot } from '../match/run-progress.ts';
import { delayOf, spreadMs } from './spread-digests.ts';
import { channelRecipients, createMessages, type MessageParts } from './create-messages.ts';
import { digestEpisode } from './digest-episodes.ts';
import { digestPlanner, type Planner } from './shown-episodes.ts';
import { digestId } from '../outbox/digest.ts';
import { isOnItsWay } from '../outbox/digest-progress.ts';
import { type BlockedShows, splitWaiting } from '../outbox/blocked-matches.ts';
import { takenOf } from '../outbox/waiting.ts';
import type { ActiveAlert, PersonPreferences } from '../alert-record.ts';
import { unwantedOf, wantedMatches } from './wanted-matches.ts';
import { isDayFull, planDigest } from './plan-digest.ts';

const DIGESTS_AT_ONCE = 24;

export interface PlanParts extends MessageParts {
  store: Pick<OutboxStore, 'createDigest' | keyof MatchStore>;
  queue: DeliveryQueue;
}

export interface PlanTimes extends RunTimes {
  retried: readonly MissedSlot[];
  repaired: ReadonlySet<string>;
  /** People whose new matches could not be stored. Their digest waits for the next run. */
  unstored: ReadonlySet<string>;
  blocked: BlockedShows;
  ratePerSecond: number;
}

export interface PlanResult {
  due: number;
  untold: number;
  created: number;
  messages: number;
  waiting: number;
  failed: MissedSlot[];
  spreadMs: number;
}

interface DuePerson {
  uid: string;
  due: Due;
}

/**
 * Creates a digest for everyone who is due and has waiting matches. An error affects only one person.
 * Idempotent, also concurrently: a slot has one digest, and the sent log prevents duplicates.
 */
export async function createDigests(
  parts: PlanParts,
  index: ShardIndex,
  times: PlanTimes,
  catalogue: EpisodeSource,
): Promise<PlanResult> {
  const due = duePeople(index, times);
  const people = due.filter(({ uid }) => !times.unstored.has(uid));
  const unsent = people.filter(({ uid }) => index.people.get(uid)?.pending?.[MAIL] !== false);
  const [atOnce, later] = [unsent.filter(isHourly), unsent.filter((each) => !isHourly(each))];
  const result: PlanResult = {
    due: due.length,
    untold: unsent.length,
    created: 0,
    messages: 0,
    waiting: 0,
    failed: due
      .filter(({ uid }) => times.unstored.has(uid))
      .map(({ uid, due: { slotMs } }) => ({ uid, slotMs })),
    spreadMs: spreadMs(later.length, times.ratePerSecond),
  };
  const planner = digestPlanner(catalogue, digestEpisode);
  const unsettled = new Set<string>();
  await pLimit(DIGESTS_AT_ONCE).map([...atOnce, ...later], async (person) => {
    const { uid, due } = person;
    const preferences = index.people.get(uid)?.preferences;
    if (preferences === undefined) return;
    const delayMs = isHourly(person) ? 0 : delayOf(uid, due.slotMs, times.nowMs, result.spreadMs);
    try {
      const made = await createDigest(parts, {
        ...due,
        uid,
        preferences,
        nowMs: times.nowMs,
        delayMs,
        isForced: times.everyoneDue,
        planner,
        read: catalogue.episodesWithIds,
        blocked: times.blocked,
      });
      if (made.outcome === 'created') result.created += 1;
      if (made.outcome === 'waits') result.waiting += 1;
      if (!made.isSettled) unsettled.add(uid);
      updateIndex(index, uid, made);
    } catch (error) {
      unsettled.add(uid);
      result.failed.push({ uid, slotMs: due.slotMs });
      log('error', 'digest-not-created', { uid, error: errorName(error) });
    }
  });
  for (const { uid } of people) {
    const person = index.people.get(uid);
    if (person !== undefined && !unsettled.has(uid)) person.settledAtMs = times.nowMs;
  }
  // Messages come last, so that they do not delay mails.
  result.messages = await createMessages(parts, index, channelRecipients(index), {
    catalogue,
    nowMs: times.nowMs,
    blocked: times.blocked,
  });
  return result;
}

function duePeople(index: ShardIndex, times: PlanTimes): DuePerson[] {
  const missedSlotOf = new Map(times.retried.map(({ uid, slotMs }) => [uid, slotMs]));
  const dueDigest = dueDigests(times);
  return [...index.people].flatMap(([uid, { alerts, preferences, settledAtMs }]) => {
    if (alerts.length === 0) return [];
    try {
      const due = dueDigest(preferences, {
        settledAtMs,
        missedSlotMs: missedSlotOf.get(uid),
        isRepaired: times.repaired.has(uid),
      });
      return due === null ? [] : [{ uid, due }];
    } catch (error) {
      // For example, this runtime may not support the person's time zone.
      log('error', 'digest-not-due', { uid, error: errorName(error) });
      return [];
    }
  });
}

function isHourly({ due }: DuePerson): boolean {
  return due.cadence === 'hourly';
}

function updateIndex(index: ShardIndex, uid: string, made: DigestResult): void {
  const person = index.people.get(uid);
  if (person === undefined) return;
  removeAlerts(person, made.gone);
  if (made.isAllSent) setPending(index, { uid }, false);
}

interface DigestResult {
  outcome: 'created' | 'exists' | 'nothing' | 'waits';
  isAllSent: boolean;
  /** True if the next digest is due at the person's next slot, not earlier. */
  isSettled: boolean;
  /** Alerts with waiting matches that are deleted, or paused for good. */
  gone: ReadonlySet<string>;
}

interface DigestOrder extends Due {
  uid: string;
  preferences: PersonPreferences;
  nowMs: number;
  delayMs: number;
  /** Skips the minimum interval between hourly digests. */
  isForced: boolean;
  planner: Planner;
  read: ReadEpisodes;
  blocked: BlockedShows;
}

async function createDigest(
  { store, queue }: { store: Pick<OutboxStore, 'createDigest'>; queue: DeliveryQueue },
  order: DigestOrder,
): Promise<DigestResult> {
  const { uid, preferences, slotMs, cadence, nowMs, delayMs, isForced, planner, read } = order;
  const { blocked } = order;
  const id = digestId(uid, slotMs);
  const atMs = delayMs > 0 ? nowMs + Math.round(delayMs) : null;
  let gone: ReadonlySet<string> = new Set();
  let isFull = false as boolean;
  let isAllRead = true as boolean;
  const outcome = await store.createDigest({
    id,
    uid,
    // Otherwise several hourly digests could arrive within a minute after an outage.
    waitsFor:
      cadence === 'hourly'
        ? (last) => isOnItsWay(last) || (!isForced && isTooSoon({ cadence, slotMs }, last))
        : undefined,
    decide: async ({ sentLog, waiting, active, gone: goneNow, isHeld }) => {
      gone = goneNow;
      isFull = isDayFull(sentLog, nowMs);
      isAllRead = waiting.isAll && !isHeld;
      if (isFull || waiting.matches.length + waiting.counts.length === 0) return null;
      const { dropped, ...open } = splitWaiting(waiting, { blocked, nowMs });
      const alerts = mailedAlerts({ alerts: [...active.values()], preferences });
      const { followedShows } = preferences;
      const matches = await wantedMatches(open, alerts, { followedShows, read });
      const planned = await planner.plan((shown) =>
        planDigest({ uid, slotMs, cadence, matches, sentLog, nowMs, atMs, shown }),
      );
      // All matches of mailed alerts are taken: those that are not in this digest were sent before, or are no longer
      // wanted. Matches of a paused alert wait, because its pause may be undone.
      const isMailed = new Set(alerts.map(({ alertId }) => alertId));
      const taken = [...dropped, ...takenOf(open, ({ alertId }) => isMailed.has(alertId))];
      return { digest: null, sentLog, ...planned, taken, unwanted: unwantedOf(open, matches) };
    },
  });
  if (outcome === 'created')
    await enqueueFirst(queue, id, { atMs: atMs ?? undefined, event: 'digest-not-queued' });
  const isAllSent = isAllRead && (outcome === 'created' || (outcome === 'nothing' && !isFull));
  return { outcome, isAllSent, isSettled: outcome !== 'waits' && !isFull, gone };
}

/** Raises `sinceMs`, to exclude episodes from when the alert's mail or all mail was off. */
function mailedAlerts({
  alerts,
  preferences,
}: Pick<IndexedPerson, 'alerts' | 'preferences'>): ActiveAlert[] {
  const resumedAtMs = preferences.resumedAtMs ?? 0;
  return alerts.flatMap((alert) => {
    if (alert.mail === false) return [];
    const sinceMs = Math.max(alert.sinceMs, alert.mailedSinceMs ?? 0, resumedAtMs);
    return [sinceMs === alert.sinceMs ? alert : { ...alert, sinceMs }];
  });
}

export function mailRecipients({ people }: ShardIndex): Recipient[] {
  return [...people].flatMap(([uid, person]) => {
    // Includes people who paused all mail, because their pause may be undone.
    const alerts = mailedAlerts(person);
    const { followedShows } = person.preferences;
    return alerts.length === 0 ? [] : [{ uid, alerts, followedShows }];
  });
}
