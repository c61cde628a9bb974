import * as z from 'zod';
import { askDatabase } from './ask-database.ts';
import type { AlertStatus } from './alert-status-text.ts';
import { isUnderWay } from './digests-text.ts';
import type { Instance } from './instance.ts';
import { readDigests } from './read-digests.ts';

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

/** How the alerts of a run stand, from its database, past its rules. */
export async function readAlertStatus(run: Instance): Promise<AlertStatus> {
  const waiting = (await readDigests(run)).filter(isUnderWay);
  const waitingSinceMs = waiting.map(({ createdAtMs }) => createdAtMs);
  const layout = await askDatabase(run, '/system/alerts');
  if (layout === null) return { shards: [], waitingSinceMs };
  const { epoch, shards } = layoutSchema.parse(layout).fields;
  const states = await Promise.all(
    Array.from({ length: shards }, (_, shard) =>
      askDatabase(run, `/system/alerts-${epoch}-${shard}`),
    ),
  );
  return {
    shards: states.map((state) =>
      state === null ? { report: null, missed: 0 } : stateSchema.parse(state).fields,
    ),
    waitingSinceMs,
  };
}
