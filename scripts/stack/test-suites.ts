import { ExpectedFailure } from './expected-failure.ts';

/** Vitest's projects that need nothing started, and those that run against the started product. */
const UNIT_SUITES = ['functions', 'web', 'scripts'] as const;
const STACK_SUITES = ['rules', 'emulators', 'journeys'] as const;

export type UnitSuite = (typeof UNIT_SUITES)[number];
export type StackSuite = (typeof STACK_SUITES)[number];

/** The suites a person named, or all of them; an unknown name is refused. */
export function chooseSuites(names: readonly string[]): {
  units: UnitSuite[];
  stack: StackSuite[];
} {
  const known: readonly string[] = [...UNIT_SUITES, ...STACK_SUITES];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new ExpectedFailure(
      `There is no suite "${unknown}"; the suites are ${known.join(', ')}.`,
    );
  }
  const wanted = (name: string) => names.length === 0 || names.includes(name);
  return { units: UNIT_SUITES.filter(wanted), stack: STACK_SUITES.filter(wanted) };
}
