import { availableParallelism } from 'node:os';
import { command, WrongCommandLine } from '../processes/command-line.ts';

export const UNIT_SUITES = ['functions', 'web', 'tools'] as const;
export const BROWSER_SUITES = ['journeys', 'looks'] as const;
const STACK_SUITES = ['rules', 'emulators', 'hosting', ...BROWSER_SUITES] as const;
/** This suite takes minutes and damages the running product on purpose, so it only runs alone and by name. */
const FAULT_SUITE = 'faults';

/** Puts faults into the stores and looks whether unit tests see them. Runs every night, or by name. */
export const MUTANTS_SUITE = 'mutants';

const ALL = [...UNIT_SUITES, ...STACK_SUITES, MUTANTS_SUITE, FAULT_SUITE];
const ONLY_AT_NIGHT: readonly string[] = ['looks', MUTANTS_SUITE];
export type Suite = (typeof ALL)[number];

export interface ChosenTests {
  suites: Suite[];
  /** Parts of file names. Empty for all files. */
  files: string[];
  /** A regular expression for the names of tests. Null for all tests. */
  name: string | null;
  updateScreenshots: boolean;
  /** `push`: everything that must pass before a push. `chosen`: named suites, files or tests. */
  kind: 'push' | 'nightly' | 'chosen';
}

export const testCommand = command(
  `npm test -- [<suite>[/<part of a file's name>] …] [-t <name>] [--update-screenshots] [--nightly]

Runs what must be green before every push, or the suites that are named: functions, web, tools, rules,
emulators, hosting, journeys, looks, mutants. The suite faults (\`npm run test:faults\`) runs alone.

  -t                     a regular expression for the names of tests
  --update-screenshots   makes the stored pictures anew instead of comparing them
  --nightly              runs the looks, the mutants of rules and stores, and all inputs of properties, too`,
  {
    options: {
      t: { type: 'string', short: 't' },
      'update-screenshots': { type: 'boolean', default: false },
      nightly: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  },
  ({ values, positionals }): ChosenTests => ({
    suites: chooseSuites(
      positionals.map((argument) => argument.split('/', 1)[0] ?? ''),
      values.nightly,
    ),
    kind: values.nightly ? 'nightly' : positionals.length > 0 || values.t ? 'chosen' : 'push',
    files: positionals
      .filter((argument) => argument.includes('/'))
      .map((argument) => argument.slice(argument.indexOf('/') + 1)),
    name: values.t ?? null,
    updateScreenshots: values['update-screenshots'],
  }),
);

function chooseSuites(names: string[], nightly: boolean): Suite[] {
  const unknown = names.find((name) => !ALL.some((suite) => suite === name));
  if (unknown !== undefined) {
    throw new WrongCommandLine(`There is no suite "${unknown}"; the suites are ${ALL.join(', ')}`);
  }
  if (names.includes(FAULT_SUITE) && names.some((name) => name !== FAULT_SUITE)) {
    throw new WrongCommandLine('The suite "faults" runs alone');
  }
  if (names.length > 0) return ALL.filter((suite) => names.includes(suite));
  return ALL.filter(
    (suite) => suite !== FAULT_SUITE && (nightly || !ONLY_AT_NIGHT.includes(suite)),
  );
}

/** Tests are idle for a sixth of their time, so one worker more than CPU cores keeps all cores busy. */
export const WORKERS = availableParallelism() + 1;

export interface VitestShare {
  projects: string[];
  workers: number;
}

/** `npm test` runs this project only if the rules or their tests have changed. */
export const RULES_MUTANTS = 'rules-mutants';

/** The projects of each Vitest process, longest first. */
const PARTS: readonly string[][] = [
  ['functions'],
  ['emulators'],
  [RULES_MUTANTS],
  ['functions-alerts'],
  ['functions-catalogue', 'functions-alone'],
  ['emulators-alerts', 'emulators-alone'],
  ['hosting'],
  ['rules'],
  ['tools'],
  ['web'],
  ['faults'],
];

/**
 * Divides suites among Vitest processes, because a process with one worker sets up only once for all its files. If
 * files or tests are chosen by name, all suites run in one process.
 */
export function shareOut(
  suites: readonly Suite[],
  byName: boolean,
  workers = WORKERS,
): VitestShare[] {
  const parts = PARTS.filter(([project = '']) =>
    suites.some((suite) => suite === project.split('-', 1)[0]),
  );
  if (byName && parts.length > 0) return [{ projects: parts.flat(), workers }];
  const each = Math.max(1, Math.floor(workers / Math.max(1, parts.length)));
  return parts.map((projects) => ({ projects, workers: each }));
}
