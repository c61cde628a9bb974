import { availableParallelism } from 'node:os';
import { command, WrongCommandLine } from '../processes/command-line.ts';

export const UNIT_SUITES = ['functions', 'web', 'tools'] as const;
const BROWSER_SUITES = ['journeys', 'looks'] as const;
const STACK_SUITES = ['rules', 'emulators', 'hosting', ...BROWSER_SUITES] as const;
/** This suite takes minutes and damages the running product on purpose, so it only runs alone and by name. */
const FAULT_SUITE = 'faults';

const ALL = [...UNIT_SUITES, ...STACK_SUITES, FAULT_SUITE];
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
emulators, hosting, journeys, looks. The suite faults (\`npm run test:faults\`) runs alone.

  -t                     a regular expression for the names of tests
  --update-screenshots   makes the stored pictures anew instead of comparing them
  --nightly              runs the looks, the mutants of the rules, and all inputs of properties, too`,
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
  return ALL.filter((suite) => suite !== FAULT_SUITE && (nightly || suite !== 'looks'));
}

/** Tests are idle for a sixth of their time, so one worker more than CPU cores keeps all cores busy. */
export const WORKERS = availableParallelism() + 1;

/** The work of one process of Vitest or Playwright. */
export type Share =
  | { tool: 'vitest'; projects: string[]; workers: number }
  | { tool: 'playwright'; projects: string[]; workers: number; shard: string | null };

/** `npm test` runs this project only if the rules or their tests have changed. */
export const RULES_MUTANTS = 'rules-mutants';

/** Playwright starts a browser for each shard. More shards would spread the journeys more evenly over the cores. */
const JOURNEY_SHARDS = 4;

/**
 * The projects of each process, in the order in which they start. Long ones and those for which others wait come first.
 * Short ones that need no product come last: they fill the cores while the last journeys run.
 */
const PARTS: readonly string[][] = [
  ['functions-catalogue'],
  ['functions-alerts'],
  [RULES_MUTANTS],
  ['emulators-alerts', 'emulators-alone'],
  ['emulators'],
  ['hosting'],
  ['rules'],
  ['journeys'],
  ['looks'],
  ['functions'],
  ['functions-alone'],
  ['web'],
  ['tools'],
  ['faults'],
];

/**
 * Divides suites among processes, because a Vitest process with one worker sets up only once for all its files. If
 * files or tests are chosen by name, each tool runs in one process.
 */
export function shareOut(suites: readonly Suite[], byName: boolean, workers = WORKERS): Share[] {
  const parts = PARTS.filter(([project = '']) =>
    suites.some((suite) => suite === suiteOf(project)),
  );
  const ofBrowser = parts.flat().filter(isOfBrowser);
  if (byName) {
    const others = parts.flat().filter((project) => !isOfBrowser(project));
    const both: Share[] = [
      { tool: 'vitest', projects: others, workers },
      { tool: 'playwright', projects: ofBrowser, workers, shard: null },
    ];
    return both.filter(({ projects }) => projects.length > 0);
  }
  const processes = parts.length + ofBrowser.length * (JOURNEY_SHARDS - 1);
  const each = Math.max(1, Math.floor(workers / Math.max(1, processes)));
  return parts.flatMap((projects): Share[] => {
    if (!projects.some(isOfBrowser)) return [{ tool: 'vitest', projects, workers: each }];
    return Array.from({ length: JOURNEY_SHARDS }, (_, index) => ({
      tool: 'playwright',
      projects,
      workers: each,
      shard: `${index + 1}/${JOURNEY_SHARDS}`,
    }));
  });
}

/** True if this suite, or the suite of this project, needs no product. */
export function isUnit(project: string): boolean {
  return UNIT_SUITES.some((suite) => suite === suiteOf(project));
}

export function isOfBrowser(project: string): boolean {
  return BROWSER_SUITES.some((suite) => suite === project);
}

function suiteOf(project: string): string {
  return project.split('-', 1)[0] ?? '';
}
