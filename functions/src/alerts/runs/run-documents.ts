import { type DocumentData, Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod';
import type { RunProgress } from './run-progress.ts';
import type { ShardLayout } from './shard-layout.ts';
import type { ShardReport, ShardState } from './shard-state.ts';

const epochMs = z.instanceof(Timestamp).transform((at) => at.toMillis());

const progressDocument = z.object({
  lastRunAt: epochMs.nullable().catch(null),
  missed: z.array(z.object({ uid: z.string(), slot: epochMs })).catch([]),
});

const layoutDocument = progressDocument.extend({
  epoch: z.number().catch(0),
  shards: z.number().nullable().catch(null),
  changes: z.object({ from: epochMs, until: epochMs }).nullable().catch(null),
  tickAt: epochMs.nullable().catch(null),
});

const stateDocument = progressDocument.extend({
  startedAt: epochMs.nullable().catch(null),
  report: z.record(z.string(), z.number()).nullable().catch(null),
});

/** The layout, from `system/alerts`; what is odd there must not stop runs. */
export function readLayout(fields: DocumentData | undefined): ShardLayout {
  const { epoch, shards, changes, tickAt, ...progress } = layoutDocument.parse(fields ?? {});
  return {
    epoch,
    shards,
    carried: progressIn(progress),
    changes: changes && { fromMs: changes.from, untilMs: changes.until },
    tickAtMs: tickAt,
  };
}

export function layoutFields(layout: ShardLayout): DocumentData {
  const { epoch, shards, carried, changes, tickAtMs } = layout;
  return {
    epoch,
    shards,
    ...progressFields(carried),
    changes: changes && { from: timestamp(changes.fromMs), until: timestamp(changes.untilMs) },
    tickAt: timestamp(tickAtMs),
  };
}

/** A shard's state, from `system/alerts-{epoch}-{shard}`; null when there is none. */
export function readState(fields: DocumentData | undefined): ShardState | null {
  if (fields === undefined) return null;
  const { startedAt, report, ...progress } = stateDocument.parse(fields);
  return {
    ...progressIn(progress),
    startedAtMs: startedAt ?? 0,
    // Only numbers, and only for people to read.
    report: report as ShardReport | null,
  };
}

export function stateFields({ startedAtMs, report, ...progress }: ShardState): DocumentData {
  return { ...progressFields(progress), startedAt: timestamp(startedAtMs), report };
}

function progressIn({ lastRunAt, missed }: z.infer<typeof progressDocument>): RunProgress {
  return { lastRunAtMs: lastRunAt, missed: missed.map(({ uid, slot }) => ({ uid, slotMs: slot })) };
}

function progressFields({ lastRunAtMs, missed }: RunProgress): DocumentData {
  return {
    lastRunAt: timestamp(lastRunAtMs),
    missed: missed.map(({ uid, slotMs }) => ({ uid, slot: timestamp(slotMs) })),
  };
}

function timestamp(atMs: number | null): Timestamp | null {
  return atMs === null ? null : Timestamp.fromMillis(Math.floor(atMs));
}
