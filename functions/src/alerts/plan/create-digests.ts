import pLimit from 'p-limit';
import type { EpisodeSource } from '../../catalogue/store/episode-source.ts';
import { errorName, log } from '../../platform/log.ts';
import type { Cursor, MatchRange } from '../match/match-changes.ts';
import type { Recipient } from '../match/match-recipients.ts';
import type { DeliveryQueue } from '../outbox/delivery-queue.ts';
import type { OutboxStore } from '../outbox/outbox-store.ts';
import { MAIL, removeAlerts, setPending, type ShardIndex } from '../match/shard-index.ts';
import { type Due, dueDigests, type RunTimes } from './due-digest.ts';
import type { MissedSlot } from '../match/run-progress.ts';
import { delayOf, spreadMs } from './spread-digests.ts';
import { mailedAlerts } from './mailed-alerts.ts';
import { channelRecipients, createMessages, type MessageParts } from './create-messages.ts';
import { createDigest, type DigestResult } from './create-digest.ts';
import { digestEpisode } from './digest-episodes.ts';
import { digestPlanner } from './shown-episodes.ts';
import { storeMatches, type StoredMatches } from './store-matches.ts';

const DIGESTS_AT_ONCE = 24;

export interface PlanParts extends MessageParts {
  store: Pick<OutboxStore, 'createDigest' | 'addPending'>;
  queue: DeliveryQueue;
}

export interface PlanTimes extends RunTimes {
  retried: readonly MissedSlot[];
  repaired: ReadonlySet<string>;
  /** People whose new matches could not be stored. Their digest waits for the next run. */
  unstored: ReadonlySet<string>;
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
 * Matches the catalogue's changes with the alerts of the index and stores the matches for people and channels.
 * @param onStored Called after each part of many changes, as long as no recipient's matches failed to be
 * stored.
 */
export async function matchForAll(
  { store }: { store: Pick<OutboxStore, 'addPending'> },
  index: ShardIndex,
  range: MatchRange & { catalogue: EpisodeSource },
  onStored: (until: Cursor) => Promise<void> = () => Promise.resolve(),
): Promise<StoredMatches> {
  const all = { episodes: 0, recipients: new Set<Recipient>(), failed: new Set<Recipient>() };
  const recipients = [...mailRecipients(index), ...channelRecipients(index)];
  for await (const part of storeMatches(store, recipients, range)) {
    all.episodes += part.episodes;
    for (const recipient of part.recipients) {
      all.recipients.add(recipient);
      setPending(index, recipient, true);
    }
    for (const recipient of part.failed) all.failed.add(recipient);
    if (part.until !== null && all.failed.size === 0) await onStored(part.until);
  }
  return all;
}

function mailRecipients({ people }: ShardIndex): Recipient[] {
  return [...people].flatMap(([uid, person]) => {
    if (person.preferences.cadence === 'paused') return [];
    const alerts = mailedAlerts(person);
    const { followedShows } = person.preferences;
    return alerts.length === 0 ? [] : [{ uid, alerts, followedShows }];
  });
}

/**
 * Creates a digest for everyone who is due and has pending matches. An error affects only its person.
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
  const [atOnce, later] = [unsent.filter(isHurried), unsent.filter((each) => !isHurried(each))];
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
    const delayMs = isHurried(person) ? 0 : delayOf(uid, due.slotMs, times.nowMs, result.spreadMs);
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
      });
      if (made.outcome === 'created') result.created += 1;
      if (made.outcome === 'waits') result.waiting += 1;
      if (!made.isSettled) unsettled.add(uid);
      learn(index, uid, made);
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
  // Last, so that messages do not delay mails.
  result.messages = await createMessages(parts, index, channelRecipients(index), {
    catalogue,
    nowMs: times.nowMs,
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
      // For example, a time zone that this runtime does not support.
      log('error', 'digest-not-due', { uid, error: errorName(error) });
      return [];
    }
  });
}

function isHurried({ due }: DuePerson): boolean {
  return due.cadence === 'hourly';
}

function learn(index: ShardIndex, uid: string, made: DigestResult): void {
  const person = index.people.get(uid);
  if (person === undefined) return;
  removeAlerts(person, made.gone);
  if (made.isAllSent) setPending(index, { uid }, false);
}
