import * as z from 'zod';
import { countedNothing } from './planning/counted-stores.ts';
import { prepare } from './planning/prepare.ts';
import { deliver } from './planning/deliver.ts';
import * as shardSteps from './planning/steps.ts';

/**
 * Some steps of bench-planning in a process of its own, for the sake of its memory:
 * `bench-planning-step.ts <folder> <shards> <step> <shard>…`. Sends what each of them cost.
 */

const counts = z.record(z.string(), z.number());

export const stepMeasuredSchema = z.object({
  shard: z.number(),
  /** Milliseconds of processor time, all threads, and on the clock, waiting included. */
  cpuMs: z.number(),
  wallMs: z.number(),
  /** Most memory the process ever had, with Node and what loads TypeScript, in MiB. */
  peakMib: z.number(),
  counted: z.object({
    reads: z.number(),
    writes: z.number(),
    tasks: z.number(),
    objectReads: z.number(),
    objectWrites: z.number(),
  }),
  told: counts,
});

export type StepMeasured = z.infer<typeof stepMeasuredSchema>;

const steps = { ...shardSteps, deliver };
type Step = keyof typeof steps;

async function measure(
  folder: string,
  shards: number,
  step: Step,
  shard: number,
): Promise<StepMeasured> {
  const counted = countedNothing();
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const told = await steps[step]({ folder, shards, counted }, shard);
  const { user, system } = process.cpuUsage(before);
  return {
    ...{ shard, counted, told },
    cpuMs: (user + system) / 1000,
    wallMs: performance.now() - startedAt,
    peakMib: process.resourceUsage().maxRSS / 1024,
  };
}

if (process.send) {
  const [folder = '', shards = '', step = '', ...rest] = process.argv.slice(2);
  if (step === 'prepare') {
    const [alerts = 0, episodes = 0] = rest.map(Number);
    process.send(prepare(folder, Number(shards), alerts, episodes));
  } else {
    for (const shard of rest.map(Number)) {
      process.send(await measure(folder, Number(shards), step as Step, shard));
    }
  }
  process.disconnect();
}
