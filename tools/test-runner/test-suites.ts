import { availableParallelism } from 'node:os';
import { command, WrongCommandLine } from '../processes/command-line.ts';

/** Suites that need nothing started, and those that run against the started product. */
const UNIT_SUITES = ['functions', 'web', 'tools'] as const;
const STACK_SUITES = ['rules', 'emulators', 'journeys'] as const;
/** Takes minutes and breaks what it runs against on purpose: only where it is named, and alone. */
const FAULT_SUITE = 'faults';

type UnitSuite = (typeof UNIT_SUITES)[number];
export type StackSuite = (typeof STACK_SUITES)[number] | typeof FAULT_SUITE;

/** What of the tests is to run. */
export interface ChosenTests {
  units: UnitSuite[];
  stack: StackSuite[];
  /** Parts of file names, of which a file must have one; none for all files. */
  files: string[];
  /** A regular expression for the names of tests, or null for all. */
  name: string | null;
  /** Whether the stored pictures of the journeys are made anew instead of compared. */
  updateScreenshots: boolean;
}

/** Reads which tests a person chose: all but the faults, unless some are named. */
export const testCommand = command(
  `npm test -- [<suite>[/<part of a file's name>] …] [-t <name>] [--update-screenshots]

Runs every suite, or those named: functions, web, tools, rules, emulators, journeys. The suite faults
(\`npm run test:faults\`) runs alone.

  -t                     a regular expression for the names of tests
  --update-screenshots   makes the stored pictures of the journeys anew instead of comparing them`,
  {
    options: {
      t: { type: 'string', short: 't' },
      'update-screenshots': { type: 'boolean', default: false },
    },
    allowPositionals: true,
  },
  ({ values, positionals }) => chooseTests(positionals, values),
);

function chooseTests(
  positionals: readonly string[],
  values: { t?: string | undefined; 'update-screenshots': boolean },
): ChosenTests {
  const names = positionals.map((argument) => argument.split('/', 1)[0] ?? '');
  const files = positionals.filter((argument) => argument.includes('/'));
  const known: readonly string[] = [...UNIT_SUITES, ...STACK_SUITES, FAULT_SUITE];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new WrongCommandLine(
      `There is no suite "${unknown}"; the suites are ${known.join(', ')}`,
    );
  }
  const chosen = {
    files: files.map((argument) => argument.slice(argument.indexOf('/') + 1)),
    name: values.t ?? null,
    updateScreenshots: values['update-screenshots'],
  };
  if (names.includes(FAULT_SUITE)) {
    if (names.some((name) => name !== FAULT_SUITE)) {
      throw new WrongCommandLine('The suite "faults" runs alone');
    }
    return { units: [], stack: [FAULT_SUITE], ...chosen };
  }
  const wanted = (name: string) => names.length === 0 || names.includes(name);
  return { units: UNIT_SUITES.filter(wanted), stack: STACK_SUITES.filter(wanted), ...chosen };
}

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
