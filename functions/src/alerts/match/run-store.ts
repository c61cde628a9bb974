import type { DocumentData, Firestore } from 'firebase-admin/firestore';
import { storedMs, timestamp } from './timestamps.ts';
import type { Operations } from './alert-source.ts';
import * as z from 'zod';
import type { RunProgress, ShardReport, ShardState } from './run-progress.ts';
import type { ShardLayout } from './shard-layout.ts';

/** `decide` may be called again, because its transaction may be retried. It must have no side effects. */
export interface RunStore {
  layout(): Promise<ShardLayout>;
  changeLayout(decide: (before: ShardLayout) => ShardLayout): Promise<ShardLayout>;
  /** `states` has an entry for each shard of the old layout, null if the shard never ran. */
  replaceLayout(
    decide: (before: ShardLayout, states: readonly (ShardState | null)[]) => ShardLayout,
  ): Promise<ShardLayout>;
  states(epoch: number, shards: readonly number[]): Promise<(ShardState | null)[]>;
  changeState(
    epoch: number,
    shard: number,
    decide: (before: ShardState | null) => ShardState,
  ): Promise<ShardState>;
}

const progressDocument = z.object({
  lastRunAt: storedMs.nullable().catch(null),
  missed: z.array(z.object({ uid: z.string(), slot: storedMs })).catch([]),
});

const cursorField = z
  .object({
    catalogue: z.string(),
    readUntilMs: z.number(),
    newAfterMs: z.number().optional(),
  })
  .nullable()
  .catch(null);

const layoutDocument = progressDocument.extend({
  epoch: z.number().catch(0),
  shards: z.number().nullable().catch(null),
  readUntil: cursorField,
  tickAt: storedMs.nullable().catch(null),
});

const stateDocument = progressDocument.extend({
  startedAt: storedMs.nullable().catch(null),
  report: z.record(z.string(), z.number()).nullable().catch(null),
  cursor: cursorField,
  unstored: z
    .array(
      z.object({
        uid: z.string(),
        since: cursorField,
        lastRunAtMs: z.number().nullable(),
        failedAtMs: z.number(),
        failures: z.number(),
      }),
    )
    .catch([]),
  awaited: z.array(z.object({ person: z.string(), title: z.string() })).catch([]),
});

/** Replaces invalid fields by defaults, so that a damaged document does not stop the runs. */
function readLayout(fields: DocumentData | undefined): ShardLayout {
  const { epoch, shards, readUntil, tickAt, ...progress } = layoutDocument.parse(fields ?? {});
  return {
    epoch,
    shards,
    carried: progressIn(progress),
    readUntil,
    tickAtMs: tickAt,
  };
}

function layoutFields(layout: ShardLayout): DocumentData {
  const { epoch, shards, carried, readUntil, tickAtMs } = layout;
  return {
    epoch,
    shards,
    ...progressFields(carried),
    readUntil,
    tickAt: timestamp(tickAtMs),
  };
}

export function readState(fields: DocumentData | undefined): ShardState | null {
  if (fields === undefined) return null;
  const { startedAt, report, cursor, unstored, awaited, ...progress } = stateDocument.parse(fields);
  return {
    ...progressIn(progress),
    startedAtMs: startedAt ?? 0,
    report: report as ShardReport | null,
    cursor,
    unstored,
    awaited,
  };
}

export function stateFields(state: ShardState): DocumentData {
  const { startedAtMs, report, cursor, unstored = [], awaited = [], ...progress } = state;
  return {
    ...progressFields(progress),
    startedAt: timestamp(startedAtMs),
    report,
    cursor,
    unstored,
    awaited,
  };
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

export function firestoreRunStore(
  firestore: Firestore,
  operations: Operations = { reads: 0, writes: 0 },
): RunStore {
  const layoutRef = firestore.doc('system/alerts');
  const stateRef = (epoch: number, shard: number) =>
    firestore.doc(`system/alerts-${epoch}-${shard}`);

  return {
    async layout() {
      operations.reads += 1;
      return readLayout((await layoutRef.get()).data());
    },

    changeLayout(decide) {
      return firestore.runTransaction(async (transaction) => {
        const changed = decide(readLayout((await transaction.get(layoutRef)).data()));
        transaction.set(layoutRef, layoutFields(changed));
        return changed;
      });
    },

    replaceLayout(decide) {
      return firestore.runTransaction(async (transaction) => {
        const before = readLayout((await transaction.get(layoutRef)).data());
        const shards = Array.from({ length: before.shards ?? 0 }, (_, shard) => shard);
        const refs = shards.map((shard) => stateRef(before.epoch, shard));
        const found = refs.length === 0 ? [] : await transaction.getAll(...refs);
        const changed = decide(
          before,
          found.map((state) => readState(state.data())),
        );
        transaction.set(layoutRef, layoutFields(changed));
        return changed;
      });
    },

    async states(epoch, shards) {
      if (shards.length === 0) return [];
      operations.reads += shards.length;
      const found = await firestore.getAll(...shards.map((shard) => stateRef(epoch, shard)));
      return found.map((state) => readState(state.data()));
    },

    changeState(epoch, shard, decide) {
      const ref = stateRef(epoch, shard);
      return firestore.runTransaction(async (transaction) => {
        operations.reads += 1;
        const changed = decide(readState((await transaction.get(ref)).data()));
        operations.writes += 1;
        transaction.set(ref, stateFields(changed));
        return changed;
      });
    },
  };
}
