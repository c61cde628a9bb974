import { availableParallelism } from 'node:os';
import type { StackSuite, UnitSuite } from './test-suites.ts';

export type VitestSuite = UnitSuite | Exclude<StackSuite, 'journeys'>;

/** What one Vitest is to run. */
export interface VitestShare {
  suites: VitestSuite[];
  /** How many of its files run at a time. */
  workers: number;
}

/** Tests wait for the product a sixth of their time: one worker more than there are cores fills it. */
export const WORKERS = availableParallelism() + 1;

/** Suites of many short files: loading what they import takes longer than running most of them. */
const SHORT_FILES: readonly VitestSuite[] = ['web', 'tools', 'rules'];

/**
 * Shares suites out between two Vitests that run side by side. Every worker loads what its files import, so
 * suites of short files have only a third of the workers. Where there is nothing but one kind, it has all.
 */
export function shareOut(suites: readonly VitestSuite[], workers = WORKERS): VitestShare[] {
  const short = suites.filter((suite) => SHORT_FILES.includes(suite));
  const others = suites.filter((suite) => !SHORT_FILES.includes(suite));
  if (others.length === 0) return short.length === 0 ? [] : [{ suites: short, workers }];
  if (short.length === 0) return [{ suites: others, workers }];
  const third = Math.max(1, Math.floor(workers / 3));
  return [
    { suites: others, workers: workers - third },
    { suites: short, workers: third },
  ];
}
