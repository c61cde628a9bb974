import { HOUR_MS, MINUTE_MS } from '../../functions/src/contract/index.ts';
import * as z from 'zod';
import { askDatabase } from './ask-database.ts';
import { readWaiting } from './digests.ts';
import type { Target } from './target.ts';

export interface AlertStatus {
  shards: ShardStatus[];
  /** Creation times of the digests that are queued or being sent. */
  waitingSinceMs: number[];
}

interface ShardStatus {
  /** The report of the last run; null before the first run has ended. */
  report: {
    atMs: number;
    people: number;
    alerts: number;
    due: number;
    created: number;
    failed: number;
    rereadAtMs: number;
    differed: number;
  } | null;
  /** Number of people whose digest failed and will be tried again. */
  missed: number;
}

export function alertStatusText({ shards, waitingSinceMs }: AlertStatus, nowMs: number): string {
  const reports = shards.flatMap(({ report }) => report ?? []);
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
  const oldest = agoText(Math.min(...sinceMs), nowMs).replace(/ ago$/, '');
  return `${counted(sinceMs.length, 'digest')} waiting, the oldest for ${oldest}.`;
}

function shardText(number: number, { report, missed }: ShardStatus, nowMs: number): string {
  if (report === null) return `Shard ${number}: has not run yet.`;
  const { atMs, due, created, failed, rereadAtMs, differed } = report;
  return [
    `Shard ${number}: ran ${agoText(atMs, nowMs)}; ${people(due)} due, ${counted(created, 'digest')} made, ${failed} failed.`,
    missed > 0 ? ` ${people(missed)} waiting for another try.` : '',
    ` Read in full ${agoText(rereadAtMs, nowMs)}: ${differed} of its entries were wrong.`,
  ].join('');
}

function agoText(atMs: number, nowMs: number): string {
  const minutes = Math.floor((nowMs - atMs) / MINUTE_MS);
  if (minutes < 1) return 'less than a minute ago';
  if (minutes < 120) return `${counted(minutes, 'minute')} ago`;
  return `${counted(Math.floor((nowMs - atMs) / HOUR_MS), 'hour')} ago`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function people(count: number): string {
  return count === 1 ? '1 person' : `${count} people`;
}

const number = z.union([
  z.object({ integerValue: z.coerce.number() }).transform(({ integerValue }) => integerValue),
  z.object({ doubleValue: z.number() }).transform(({ doubleValue }) => doubleValue),
]);

const layoutSchema = z.object({ fields: z.object({ epoch: number, shards: number }) });

const reportSchema = z.object({
  atMs: number,
  people: number,
  alerts: number,
  due: number,
  created: number,
  failed: number,
  rereadAtMs: number,
  differed: number,
});

const stateSchema = z.object({
  fields: z.object({
    report: z
      .object({ mapValue: z.object({ fields: reportSchema }) })
      .transform(({ mapValue }) => mapValue.fields)
      .nullable()
      .catch(null),
    missed: z
      .object({ arrayValue: z.object({ values: z.array(z.unknown()).default([]) }) })
      .transform(({ arrayValue }) => arrayValue.values.length)
      .catch(0),
  }),
});

/** Reads the state of alerts from Firestore, as its owner and therefore without the security rules. */
export async function readAlertStatus(target: Target): Promise<AlertStatus> {
  // Messages are left out: one may wait for its receiver for days, which a digest should not.
  const waiting = (await readWaiting(target)).filter(({ isMessage }) => !isMessage);
  const waitingSinceMs = waiting.map(({ createdAtMs }) => createdAtMs);
  const layout = await askDatabase(target, '/system/alerts');
  if (layout === null) return { shards: [], waitingSinceMs };
  const { epoch, shards } = layoutSchema.parse(layout).fields;
  const states = await Promise.all(
    Array.from({ length: shards }, (_, shard) =>
      askDatabase(target, `/system/alerts-${epoch}-${shard}`),
    ),
  );
  return {
    shards: states.map((state) =>
      state === null ? { report: null, missed: 0 } : stateSchema.parse(state).fields,
    ),
    waitingSinceMs,
  };
}
