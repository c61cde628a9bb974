import type { StackSuite, UnitSuite } from './test-suites.ts';

export type VitestSuite = UnitSuite | Exclude<StackSuite, 'journeys'>;

/** What one Vitest is to run. */
export interface VitestShare {
  suites: VitestSuite[];
  /** How many of its files run at a time. */
  workers: number;
}

/** Every worker loads what a suite's files import. Of these suites that takes longer than many a file. */
const LOADED_SELDOM: readonly VitestSuite[] = ['web', 'tools', 'rules'];

/**
 * Shares suites out between two Vitests that run side by side, so that some are loaded by a third of the
 * workers only. Suites that are all of one kind have all workers. Those wait for the product a sixth of
 * their time: one worker more than there are cores fills it.
 */
export function shareOut(suites: readonly VitestSuite[], cores: number): VitestShare[] {
  const workers = cores + 1;
  const seldom = suites.filter((suite) => LOADED_SELDOM.includes(suite));
  const others = suites.filter((suite) => !LOADED_SELDOM.includes(suite));
  if (seldom.length === 0 || others.length === 0) return [{ suites: [...suites], workers }];
  const third = Math.floor(workers / 3) || 1;
  return [
    { suites: others, workers: workers - third },
    { suites: seldom, workers: third },
  ];
}
