import type { ShardState } from '../../functions/src/alerts/match/run-progress.ts';
import { firestoreRunStore } from '../../functions/src/alerts/match/run-store.ts';
import type { Documents } from '../instance/running-stack.ts';
import { readWaiting } from './digests.ts';
import { duration } from './status-text.ts';

type ShardStatus = Pick<ShardState, 'report' | 'missed'>;

export interface AlertStatus {
  /** Null for a shard that never ran. */
  shards: readonly (ShardStatus | null)[];
  /** Creation times of pending digests. */
  waitingSinceMs: number[];
}

export function alertStatusText({ shards, waitingSinceMs }: AlertStatus, nowMs: number): string {
  const reports = shards.flatMap((shard) => shard?.report ?? []);
  if (reports.length === 0) return 'The alerts have not run yet.';
  const sum = (of: 'alerts' | 'people') => reports.reduce((total, each) => total + each[of], 0);
  return [
    `${counted(sum('alerts'), 'alert')} of ${people(sum('people'))}, in ${counted(shards.length, 'shard')}.`,
    waitingText(waitingSinceMs, nowMs),
    ...shards.map((shard, number) => shardText(number, shard, nowMs)),
  ].join('\n');
}

function waitingText(sinceMs: readonly number[], nowMs: number): string {
  if (sinceMs.length === 0) return 'No digest is waiting.';
  const oldest = duration(nowMs - Math.min(...sinceMs));
  return `${counted(sinceMs.length, 'digest')} waiting, the oldest for ${oldest}.`;
}

function shardText(number: number, shard: ShardStatus | null, nowMs: number): string {
  if (!shard?.report) return `Shard ${number}: has not run yet.`;
  const { report, missed } = shard;
  const { atMs, due, created, failed, rereadAtMs, differed } = report;
  return [
    `Shard ${number}: ran ${duration(nowMs - atMs)} ago; ${people(due)} due, ${counted(created, 'digest')} made, ${failed} failed.`,
    missed.length > 0 ? ` ${people(missed.length)} waiting for another try.` : '',
    ` Read in full ${duration(nowMs - rereadAtMs)} ago: ${differed} of its entries were wrong.`,
  ].join('');
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function people(count: number): string {
  return count === 1 ? '1 person' : `${count} people`;
}

export async function readAlertStatus(documents: Documents): Promise<AlertStatus> {
  const runs = firestoreRunStore(documents);
  const { epoch, shards } = await runs.layout();
  const numbers = Array.from({ length: shards ?? 0 }, (_, number) => number);
  // Messages to channels are excluded: unlike a digest, a message may be pending for days.
  const waiting = (await readWaiting(documents)).filter(({ isMessage }) => !isMessage);
  return {
    shards: await runs.states(epoch, numbers),
    waitingSinceMs: waiting.map(({ createdAtMs }) => createdAtMs),
  };
}
