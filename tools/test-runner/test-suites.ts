import { ExpectedFailure } from '../processes/expected-failure.ts';

/** Vitest's projects that need nothing started, and those that run against the started product. */
const UNIT_SUITES = ['functions', 'web', 'tools'] as const;
const STACK_SUITES = ['rules', 'emulators', 'journeys'] as const;
/** Takes minutes and breaks what it runs against on purpose: only where it is named, and alone. */
const FAULT_SUITE = 'faults';

export type UnitSuite = (typeof UNIT_SUITES)[number];
export type StackSuite = (typeof STACK_SUITES)[number] | typeof FAULT_SUITE;

/** The suites a person named, or all but the faults; an unknown name is refused. */
export function chooseSuites(names: readonly string[]): {
  units: UnitSuite[];
  stack: StackSuite[];
} {
  const known: readonly string[] = [...UNIT_SUITES, ...STACK_SUITES, FAULT_SUITE];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new ExpectedFailure(
      `There is no suite "${unknown}"; the suites are ${known.join(', ')}.`,
    );
  }
  if (names.includes(FAULT_SUITE)) {
    if (names.length > 1) throw new ExpectedFailure('The suite "faults" runs alone.');
    return { units: [], stack: [FAULT_SUITE] };
  }
  const wanted = (name: string) => names.length === 0 || names.includes(name);
  return { units: UNIT_SUITES.filter(wanted), stack: STACK_SUITES.filter(wanted) };
}
