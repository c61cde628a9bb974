import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectId } from '../support/stack.ts';
import { CASES } from './cases.ts';
import { conditionMutants } from './condition-mutants.ts';
import { fieldMutants, limitMutants } from './limit-mutants.ts';
import { methodMutants } from './method-mutants.ts';
import type { RuleCase } from './rule-case.ts';
import { RULES } from './rules-file.ts';
import { openRulesLab, type RulesLab } from './rules-lab.ts';

const MUTANTS = {
  'without one of their conditions': conditionMutants(RULES),
  'with a limit moved': limitMutants(RULES),
  'with a field fewer': fieldMutants(RULES),
  'with a method more or less': methodMutants(RULES),
};

const TIMEOUT_MS = 20_000;
/** Rules that are right take as long as all cases together. */
const ALL_CASES_TIMEOUT_MS = 60_000;
/** So many cases are judged at once. The emulator logs a stack trace for every denial: judge few. */
const WAVE_SIZE = 8;
/** Place of the case that turned red last: neighbouring mutants mostly fail by neighbouring cases. */
let lastRed = 0;

let lab: RulesLab;

beforeAll(() => {
  lab = openRulesLab(`${projectId()}-mutants`);
});

afterAll(() => lab.close());

/** Cases that turn red under these rules, not all there are; none if every case stays green. */
async function findRedCases(rules: string): Promise<RuleCase[]> {
  await lab.prepare(rules, CASES);
  const near = [...CASES.entries()].sort(
    ([left], [right]) => Math.abs(left - lastRed) - Math.abs(right - lastRed),
  );
  for (let start = 0; start < near.length; start += WAVE_SIZE) {
    const wave = near.slice(start, start + WAVE_SIZE);
    const verdicts = await Promise.all(wave.map(([, ruleCase]) => lab.judge(ruleCase)));
    const red = wave.filter(([, { verdict }], index) => verdicts[index] !== verdict);
    lastRed = red[0]?.[0] ?? lastRed;
    if (red.length > 0) return red.map(([, ruleCase]) => ruleCase);
  }
  return [];
}

test('the rules as they are turn no case red', { timeout: ALL_CASES_TIMEOUT_MS }, async () => {
  expect(await findRedCases(RULES)).toEqual([]);
});

for (const [kind, mutants] of Object.entries(MUTANTS)) {
  describe(`the rules ${kind} turn a case red`, () => {
    for (const { change, rules } of mutants) {
      test(change, { timeout: TIMEOUT_MS }, async () => {
        expect(await findRedCases(rules)).not.toEqual([]);
      });
    }
  });
}
