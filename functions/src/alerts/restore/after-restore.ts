import { type ChannelEntry, HOUR_MS } from '../../contract/index.ts';
import type { PersonPreferences } from '../alert-record.ts';
import { REFRESH_TAKES_MS } from '../matching/match-window.ts';
import type { Digest } from '../outbox/digest.ts';
import type { SentLog } from '../outbox/sent-log.ts';
import type { ShardState } from '../shards/run-progress.ts';
import {
  changedLayout,
  isInRange,
  progressOf,
  rangeOf,
  type ShardLayout,
} from '../shards/shard-layout.ts';
import { latestSlot } from '../slots/due-digest.ts';

/**
 * The rule for a restored database, whose sent log lacks the mails that were sent after the backup. If a
 * person had a slot between the last run before the backup and the loss, the episodes stored before that slot
 * count as sent. Uncertain episodes are sent, perhaps a second time: those that were stored in the
 * {@link UNCERTAIN_MS} before the loss or just before the slot, or have changed since. The log of a person
 * without a slot in this time is right, because no mail was due.
 */

/**
 * Maximum delay of a mail: an hourly mail waits up to this long for the previous one, and daily mails may be
 * spread over this time.
 */
const UNCERTAIN_MS = HOUR_MS;

/**
 * The time until which mails and messages certainly went out. `mailedUntilMs`: end of the last run that sent
 * any.
 */
export function servedUntil(mailedUntilMs: number): number {
  return mailedUntilMs - UNCERTAIN_MS;
}

/** Time of the last run in the backup that served the person, epoch milliseconds; null before the first. */
export function lastRunOf(
  uid: string,
  layout: ShardLayout,
  states: readonly (ShardState | null)[],
): number | null {
  const shards = layout.shards ?? 1;
  const shard = Math.max(
    0,
    states.findIndex((_, at) => isInRange(uid, rangeOf({ epoch: 0, shard: at, shards }))),
  );
  return progressOf(layout, shard, states[shard] ?? null).lastRunAtMs;
}

type Served = Pick<SentLog, 'last' | 'failed'>;

/**
 * Episodes stored up to this time were mailed to the person after the backup; null if no mail was due, or the
 * last one failed.
 */
export function mailToldUntil(
  preferences: PersonPreferences,
  lastRunAtMs: number | null,
  sentLog: Served,
  servedUntilMs: number,
): number | null {
  // The person's mails failed, so that the episodes that wait in the catalogue have not been told.
  if (sentLog.failed !== null && sentLog.failed.digestId === sentLog.last?.digestId) return null;
  const slotMs = latestSlot(preferences, servedUntilMs);
  return slotMs === null || slotMs <= (lastRunAtMs ?? 0) ? null : slotMs - REFRESH_TAKES_MS;
}

/**
 * Episodes stored up to this time went to the channel after the backup, because each run sends messages.
 * Null leaves the sent log as it is: no run followed the backup; or the receiver failed, and may have got
 * nothing; or it is a feed, whose items are restored with it, and readers recognise an item that comes again.
 */
export function channelToldUntil(
  { kind }: Pick<ChannelEntry, 'kind'>,
  lastRunAtMs: number | null,
  failingSinceMs: number | undefined,
  servedUntilMs: number,
): number | null {
  if (kind === 'feed' || failingSinceMs !== undefined) return null;
  return servedUntilMs <= (lastRunAtMs ?? 0) ? null : servedUntilMs - REFRESH_TAKES_MS;
}

/**
 * A mail that was queued or being sent at the backup, and due by `servedUntilMs`, counts as sent. Null leaves
 * the digest as it is: it is no such mail, or was due later.
 */
export function digestAfterRestore(digest: Digest, servedUntilMs: number): Digest | null {
  const { state, channel, createdAtMs, notBeforeMs } = digest;
  if (channel !== undefined || (state !== 'queued' && state !== 'sending')) return null;
  if (Math.max(createdAtMs, notBeforeMs ?? 0) > servedUntilMs) return null;
  return {
    ...digest,
    state: 'sent',
    code: null,
    leaseUntilMs: null,
    notBeforeMs: null,
    finishedAtMs: createdAtMs,
  };
}

/**
 * The layout with which runs continue from `servedUntilMs`. Indexes are rebuilt from the restored documents,
 * because the new epoch is higher than any that the lost database can have had.
 */
export function layoutAfterRestore(
  layout: ShardLayout,
  states: readonly (ShardState | null)[],
  servedUntilMs: number | null,
  nowMs: number,
): ShardLayout {
  if (layout.shards === null) return layout;
  const changed = changedLayout(layout, states, layout.shards);
  const { lastRunAtMs, missed } = changed.carried;
  return {
    ...changed,
    epoch: Math.max(changed.epoch, Math.floor(nowMs / 1000)),
    carried: { lastRunAtMs: laterOf(lastRunAtMs, servedUntilMs), missed },
  };
}

function laterOf(left: number | null, right: number | null): number | null {
  return left === null || right === null ? (left ?? right) : Math.max(left, right);
}
