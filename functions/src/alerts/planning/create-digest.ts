import type { PersonMatches } from '../matching/match-alerts.ts';
import type { MatchedEpisode } from '../matching/matched-episode.ts';
import { alertIdsOf } from '../matching/saved-keywords.ts';
import { digestId } from '../outbox/digest.ts';
import { isOnItsWay } from '../outbox/digest-progress.ts';
import { type DeliveryQueue, enqueueFirst } from '../store/delivery-queue.ts';
import type { OutboxStore } from '../store/outbox-store.ts';
import { type Due, isTooSoon } from '../slots/due-digest.ts';
import { type DigestInput, isDayFull, type planDigest } from './plan-digest.ts';
import type { Planner } from './shown-episodes.ts';
import { stillWanted } from './unsent-since.ts';

export interface DigestResult {
  outcome: 'created' | 'exists' | 'nothing' | 'waits';
  /** A matched episode has changed or left the catalogue: the next run matches anew and makes the digest. */
  isPutOff: boolean;
  /** The sent log now has all of the person's matches. */
  isAllSent: boolean;
  /** No digest is due before the person's next slot. */
  isSettled: boolean;
  gone: ReadonlySet<string>;
}

export type DigestPlanner = Planner<
  Omit<DigestInput<MatchedEpisode>, 'shown'>,
  ReturnType<typeof planDigest>
>;

interface DigestOrder extends Due {
  nowMs: number;
  delayMs: number;
  /** True: the digest is created even shortly after the last one. */
  isForced: boolean;
  mayPutOff: boolean;
  planner: DigestPlanner;
}

/** Creates a person's digest of a slot, unless it exists. Safe to repeat, also concurrently. */
export async function createDigest(
  { store, queue }: { store: Pick<OutboxStore, 'createDigest'>; queue: DeliveryQueue },
  { uid, matches }: PersonMatches<MatchedEpisode>,
  { slotMs, cadence, nowMs, delayMs, isForced, mayPutOff, planner }: DigestOrder,
): Promise<DigestResult> {
  const id = digestId(uid, slotMs);
  const alertIds = matches.flatMap(({ saved }) => alertIdsOf(saved));
  const atMs = delayMs > 0 ? nowMs + Math.round(delayMs) : null;
  let gone = new Set<string>();
  let isFull = false as boolean;
  let lacksAny = false as boolean;
  let isPutOff = false as boolean;
  const outcome = await store.createDigest({
    id,
    uid,
    alertIds,
    // After an outage several hourly digests would otherwise arrive in one minute.
    waitsFor:
      cadence === 'hourly'
        ? (last) => isOnItsWay(last) || (!isForced && isTooSoon({ cadence, slotMs }, last))
        : undefined,
    decide: async (sentLog, found) => {
      const active = new Map([...found].filter(([, { mail }]) => mail !== false));
      gone = new Set(alertIds.filter((each) => !found.has(each)));
      isFull = isDayFull(sentLog, nowMs);
      const wanted = stillWanted(matches, active);
      const input = { uid, slotMs, cadence, matches: wanted, sentLog, nowMs, atMs };
      const made = await planner.plan(input);
      lacksAny = made.isAnyGone;
      isPutOff = lacksAny && mayPutOff;
      return isPutOff ? null : made.planned;
    },
  });
  if (outcome === 'created')
    await enqueueFirst(queue, id, { atMs: atMs ?? undefined, event: 'digest-not-queued' });
  const isAllSent = !lacksAny && (outcome === 'created' || (outcome === 'nothing' && !isFull));
  return {
    outcome,
    isPutOff,
    isAllSent,
    isSettled: outcome !== 'waits' && !isFull && !isPutOff,
    gone,
  };
}
