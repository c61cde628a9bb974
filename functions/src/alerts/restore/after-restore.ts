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
 * The rule for what was mailed after a backup, of which the restored sent log knows nothing. Who had a slot
 * between the backup's last run and the loss was told then what was stored before it. What is uncertain is told,
 * perhaps a second time: what was stored in the {@link UNCERTAIN_MS} before the loss or just before the slot, and
 * what changed since. Who had no slot lost no mail, and their log is right.
 */

/**
 * Maximum delay of a mail: an hourly one waits this long for the one before, and a daily one may be spread
 * over it.
 */
const UNCERTAIN_MS = HOUR_MS;

/** Until when mails and messages certainly went out. `mailedUntilMs`: end of the last run that sent any. */
export function servedUntil(mailedUntilMs: number): number {
  return mailedUntilMs - UNCERTAIN_MS;
}

/** Until when the backup's runs had served the person; null before the first. */
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

/** Until when a person's mails told what was stored; null: none was due since the backup. */
export function mailToldUntil(
  preferences: PersonPreferences,
  lastRunAtMs: number | null,
  sentLog: Served,
  servedUntilMs: number,
): number | null {
  // Their mails came back, or could not be sent: what waits in the catalogue has not been told.
  if (sentLog.failed !== null && sentLog.failed.digestId === sentLog.last?.digestId) return null;
  const slotMs = latestSlot(preferences, servedUntilMs);
  return slotMs === null || slotMs <= (lastRunAtMs ?? 0) ? null : slotMs - REFRESH_TAKES_MS;
}

/**
 * Until when a channel, which is told at each run, was told what was stored. A feed's items are restored with
 * the feed, and readers recognise an item that comes again: everything is told. A receiver that failed may
 * have got nothing.
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

/** A mail on its way at the backup was sent since; null: it was to be sent later. */
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
 * Runs go on from there, with indexes that are made anew from the restored documents. The new epoch is higher
 * than any that the lost database can have had.
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
