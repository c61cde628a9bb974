import { command, WrongCommandLine } from '../processes/command-line.ts';

/** Suites that need nothing started, and those that run against the started product. */
const UNIT_SUITES = ['functions', 'web', 'tools'] as const;
const STACK_SUITES = ['rules', 'emulators', 'journeys'] as const;
/** Takes minutes and breaks what it runs against on purpose: only where it is named, and alone. */
const FAULT_SUITE = 'faults';

export type UnitSuite = (typeof UNIT_SUITES)[number];
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
