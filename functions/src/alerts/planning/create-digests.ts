import pLimit from 'p-limit';
import { HOUR_MS } from '../../contract/index.ts';
import { errorName, log } from '../../platform/log.ts';
import { matchAlerts, type PersonMatches } from '../matching/match-alerts.ts';
import { mistrust, type QueryKey } from '../matching/match-cache.ts';
import type { MatchedEpisode } from '../matching/matched-episode.ts';
import type { EpisodeSource } from '../../catalogue/changes/episode-source.ts';
import { matchChanges, type ReadChanges } from '../matching/match-changes.ts';
import { type SavedKeyword, savedKeywords } from '../matching/saved-keywords.ts';
import type { DeliveryQueue } from '../store/delivery-queue.ts';
import { removeAlerts, type ShardIndex } from '../shards/shard-index.ts';
import { mailedAlerts } from './mailed-alerts.ts';
import { type Due, dueDigests, type RunTimes } from '../slots/due-digest.ts';
import { MAX_MISSED, type MissedSlot } from '../shards/run-progress.ts';
import { delayOf, spreadMs } from '../slots/spread-digests.ts';
import {
  type ChannelRecipient,
  channelRecipients,
  createMessages,
  type MessageParts,
} from './create-messages.ts';
import { createDigest, type DigestPlanner, type DigestResult } from './create-digest.ts';
import { digestEpisode } from './digest-episodes.ts';
import { planDigest } from './plan-digest.ts';
import { digestPlanner } from './shown-episodes.ts';
import { newestRun } from './unsent-since.ts';

const DIGESTS_AT_ONCE = 24;

/**
 * If episodes are missing, a digest is put off for at most this time after its slot. Then it is made without
 * them; they may follow with the next one.
 */
const PUT_OFF_FOR_MS = HOUR_MS;

export interface PlanParts extends MessageParts {
  queue: DeliveryQueue;
  catalogue: () => Promise<EpisodeSource>;
}

export interface PlanTimes extends RunTimes {
  retried: readonly MissedSlot[];
  /** See `repairedAddresses`. */
  repaired: ReadonlySet<string>;
  ratePerSecond: number;
}

export interface PlanResult {
  matched: number;
  due: number;
  /** People whose sent log was read: they may have unsent matches. */
  untold: number;
  created: number;
  /** Messages to channels. */
  messages: number;
  waiting: number;
  failed: MissedSlot[];
  /** Slots put off to the next run, at most {@link MAX_MISSED}. */
  putOff: MissedSlot[];
  spreadMs: number;
  /** What was read and matched; null if nobody is due. */
  read: ReadChanges | null;
}

interface DuePerson extends PersonMatches<MatchedEpisode> {
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
      const due = dueDigest(preferences, {
        settledAtMs,
        missedSlotMs: missedSlotOf.get(uid),
        isRepaired: times.repaired.has(uid),
      });
      if (due !== null) dueOf.set(uid, due);
    } catch (error) {
      // For example a time zone that this runtime does not know.
      log('error', 'digest-not-due', { uid, error: errorName(error) });
    }
  }
  const result: PlanResult = {
    matched: 0,
    due: dueOf.size,
    untold: 0,
    created: 0,
    messages: 0,
    waiting: 0,
    failed: [],
    putOff: [],
    spreadMs: 0,
    read: null,
  };
  const channels = channelRecipients(index);
  if (dueOf.size === 0 && channels.length === 0) return result;

  const catalogue = await parts.catalogue();
  const run = { run: index.runs, nowMs: times.nowMs };
  result.read = await matchChanges(index.matches, catalogue, wantedQueries(index, channels), run);
  const people = withMatches(index, dueOf);
  result.matched = people.length;
  const mayBeUnsent = unsentSince(index);
  const unsent = people.filter(mayBeUnsent);
  result.untold = unsent.length;
  const [atOnce, later] = [unsent.filter(isHurried), unsent.filter((each) => !isHurried(each))];
  result.spreadMs = spreadMs(later.length, times.ratePerSecond);

  const planner: DigestPlanner = digestPlanner(catalogue, {
    plan: planDigest,
    show: digestEpisode,
    onGone: () => mistrust(index.matches),
  });
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
        isForced: times.everyoneDue,
        mayPutOff: due.slotMs > times.nowMs - PUT_OFF_FOR_MS && result.putOff.length < MAX_MISSED,
        planner,
      });
      if (made.outcome === 'created') result.created += 1;
      if (made.outcome === 'waits') result.waiting += 1;
      if (made.isPutOff) result.putOff.push({ uid, slotMs: due.slotMs });
      if (!made.isSettled) unsettled.add(uid);
      learn(index, uid, made);
    } catch (error) {
      unsettled.add(uid);
      result.failed.push({ uid, slotMs: due.slotMs });
      log('error', 'digest-not-created', { uid, error: errorName(error) });
    }
  });
  for (const uid of dueOf.keys()) {
    const person = index.people.get(uid);
    if (person !== undefined && !unsettled.has(uid)) person.settledAtMs = times.nowMs;
  }
  // Messages are created last, so that they do not delay mails.
  if (channels.length > 0) {
    result.messages = await createMessages(parts, index, channels, {
      catalogue,
      nowMs: times.nowMs,
    });
  }
  return result;
}

/**
 * The queries of everybody's mailed alerts, unless all mail is paused, and of all channels, with the earliest
 * time from which an alert of each matches.
 */
function wantedQueries(
  { people }: ShardIndex,
  channels: readonly ChannelRecipient[],
): Map<QueryKey, number> {
  const wanted = new Map<QueryKey, number>();
  const add = (keywords: ReadonlyMap<QueryKey, SavedKeyword>) => {
    for (const [key, { sinceMs }] of keywords) {
      wanted.set(key, Math.min(sinceMs, wanted.get(key) ?? sinceMs));
    }
  };
  for (const person of people.values()) {
    if (person.preferences.cadence === 'paused') continue;
    add(savedKeywords(mailedAlerts(person)));
  }
  for (const { keywords } of channels) add(keywords);
  return wanted;
}

function withMatches(
  { people, matches }: ShardIndex,
  dueOf: ReadonlyMap<string, Due>,
): DuePerson[] {
  function* listeners() {
    for (const [uid, due] of dueOf) {
      const person = people.get(uid);
      if (person === undefined) continue;
      const keywords: ReadonlyMap<QueryKey, SavedKeyword> = savedKeywords(mailedAlerts(person));
      const { followedShows } = person.preferences;
      yield { uid, due, keywords, ...(followedShows && { followedShows }) };
    }
  }
  return matchAlerts(listeners(), matches).map(({ person, ...found }) => ({
    ...found,
    due: person.due,
  }));
}

/**
 * Returns a predicate that is true if a person's sent log must be read: it was never checked, or a match is
 * new or changed since the last check.
 */
function unsentSince({ people }: ShardIndex) {
  return ({ uid, matches }: DuePerson): boolean => {
    const checkedInRun = people.get(uid)?.checkedInRun ?? null;
    return (
      checkedInRun === null || matches.some(({ episodes }) => newestRun(episodes) > checkedInRun)
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
