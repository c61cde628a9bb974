import { availableParallelism } from 'node:os';
import { command, WrongCommandLine } from '../processes/command-line.ts';
import { missingFile } from './test-files.ts';

/** Suites that need no product. */
export const UNIT_SUITES = ['functions', 'web', 'tools'] as const;
/** Suites that run against the started product. */
const STACK_SUITES = ['rules', 'emulators', 'hosting', 'journeys'] as const;
/** Takes minutes and damages the running product on purpose, so it only runs alone and by name. */
const FAULT_SUITE = 'faults';

type UnitSuite = (typeof UNIT_SUITES)[number];
export type StackSuite = (typeof STACK_SUITES)[number] | typeof FAULT_SUITE;

export interface ChosenTests {
  units: UnitSuite[];
  stack: StackSuite[];
  /** Parts of the names of the test files to run; empty for all files. */
  files: string[];
  /** A regular expression for the names of the tests to run; null for all tests. */
  name: string | null;
  /** Whether the journeys' screenshots are updated instead of compared. */
  updateScreenshots: boolean;
}

/** Parses the arguments of `npm test`; by default all suites but the faults. */
export const testCommand = command(
  `npm test -- [<suite>[/<part of a file's name>] …] [-t <name>] [--update-screenshots]

Runs every suite, or those named: functions, web, tools, rules, emulators, hosting, journeys. The
suite faults (\`npm run test:faults\`) runs alone.

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
    return requireFiles({ units: [], stack: [FAULT_SUITE], ...chosen });
  }
  const wanted = (name: string) => names.length === 0 || names.includes(name);
  const [units, stack] = [UNIT_SUITES.filter(wanted), STACK_SUITES.filter(wanted)];
  return requireFiles({ units, stack, ...chosen });
}

/** Throws if a chosen name matches no file, because such a run would pass. */
function requireFiles(chosen: ChosenTests): ChosenTests {
  const missing = missingFile([...chosen.units, ...chosen.stack], chosen.files);
  if (missing === undefined) return chosen;
  throw new WrongCommandLine(`No test file of these suites has "${missing}" in its name`);
}

export type VitestSuite = UnitSuite | Exclude<StackSuite, 'journeys'>;

export interface VitestShare {
  /** Project names in vitest.config.ts; `*` matches any suffix. */
  projects: string[];
  workers: number;
}

/** Tests wait a sixth of their time, so one more worker than CPU cores keeps all cores busy. */
export const WORKERS = availableParallelism() + 1;

/** The projects of each Vitest process, the longest first. */
const PARTS: readonly { suite: VitestSuite; projects: string[] }[] = [
  { suite: 'emulators', projects: ['emulators-alerts', 'emulators-alone'] },
  { suite: 'functions', projects: ['functions-catalogue', 'functions-alone'] },
  { suite: 'functions', projects: ['functions-alerts'] },
  { suite: 'functions', projects: ['functions'] },
  { suite: 'emulators', projects: ['emulators'] },
  { suite: 'hosting', projects: ['hosting'] },
  { suite: 'rules', projects: ['rules'] },
  { suite: 'web', projects: ['web'] },
  { suite: 'tools', projects: ['tools'] },
  { suite: 'faults', projects: ['faults'] },
];

/** Matches all projects of a suite, whose names begin with the suite's. */
export const projectsOf = (suite: VitestSuite) => `${suite}*`;

/**
 * Divides suites among Vitest processes, and says how many of these run concurrently. A process with one
 * worker and one project sets up only once for all its files. If files or tests are chosen by name, one
 * process runs all suites.
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
