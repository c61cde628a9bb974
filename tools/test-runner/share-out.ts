import { availableParallelism } from 'node:os';
import type { StackSuite, UnitSuite } from './test-suites.ts';

export type VitestSuite = UnitSuite | Exclude<StackSuite, 'journeys'>;

/** What one Vitest is to run. */
export interface VitestShare {
  /** Names of projects in vitest.config.ts; `*` stands for any ending. */
  projects: string[];
  /** How many of its files run at a time. */
  workers: number;
}

/** Tests wait for the product a sixth of their time: one worker more than there are cores fills it. */
export const WORKERS = availableParallelism() + 1;

/** What each Vitest runs, in the order in which they start: those that take longest first. */
const PARTS: readonly { suite: VitestSuite; projects: string[] }[] = [
  { suite: 'emulators', projects: ['emulators-alerts', 'emulators-alone'] },
  { suite: 'functions', projects: ['functions-catalogue', 'functions-alone'] },
  { suite: 'functions', projects: ['functions'] },
  { suite: 'emulators', projects: ['emulators'] },
  { suite: 'rules', projects: ['rules'] },
  { suite: 'web', projects: ['web'] },
  { suite: 'tools', projects: ['tools'] },
  { suite: 'faults', projects: ['faults'] },
];

/** Stands for every project of a suite: their names begin with its own. */
export const projectsOf = (suite: VitestSuite) => `${suite}*`;

/**
 * Shares suites out between Vitests, and says how many of those run at a time: as many as there are
 * workers, since one that has a single worker and project sets up once for all of its files. Where
 * files or tests are chosen by name, one Vitest runs them all.
 */
export function shareOut(
  suites: readonly VitestSuite[],
  byName: boolean,
  workers = WORKERS,
): { shares: VitestShare[]; sideBySide: number } {
  if (byName) {
    return { shares: [{ projects: suites.map(projectsOf), workers }], sideBySide: 1 };
  }
  const parts = PARTS.filter(({ suite }) => suites.includes(suite));
  const sideBySide = Math.max(1, Math.min(workers, parts.length));
  const each = Math.floor(workers / sideBySide);
  const shares = parts.map(({ projects }) => ({ projects, workers: each }));
  return { shares, sideBySide };
}
