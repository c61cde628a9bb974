import { describe, expect, test } from 'vitest';
import { CASES } from './cases/cases.ts';
import { conditionMutants } from './mutants/condition-mutants.ts';
import { fieldMutants, limitMutants } from './mutants/limit-mutants.ts';
import { methodMutants } from './mutants/method-mutants.ts';
import type { RuleCase } from './cases/rule-case.ts';
import { RULES } from './rules-file.ts';
import { openRulesLab } from './rules-lab.ts';

const MUTANTS = {
  'without one of their conditions': conditionMutants(RULES),
  'with a limit moved': limitMutants(RULES),
  'with a field fewer': fieldMutants(RULES),
  'with a method more or less': methodMutants(RULES),
};

const TIMEOUT_MS = 60_000;
/** How many cases are judged at once. Few, because the emulator logs a stack trace for every denial. */
const WAVE_SIZE = 8;
/** Place of the case that turned red last. A change close by often turns a case close by red. */
let lastRed = 0;

/**
 * Some of the cases that turn red under these rules, or none if all cases stay green.
 * @param line The line that was changed; cases that have words in common with it are judged first.
 */
async function findRedCases(rules: string, line = ''): Promise<RuleCase[]> {
  const lab = await openRulesLab(rules);
  try {
    const likely = likelyFirst(line);
    for (let start = 0; start < likely.length; start += WAVE_SIZE) {
      const wave = likely.slice(start, start + WAVE_SIZE);
      await lab.seed(wave);
      const verdicts = await Promise.all(wave.map((ruleCase) => lab.judge(ruleCase)));
      const red = wave.filter(({ verdict }, index) => verdicts[index] !== verdict);
      if (red[0]) lastRed = CASES.indexOf(red[0]);
      if (red.length > 0) return red;
    }
    return [];
  } finally {
    await lab.close();
  }
}

/** All cases, the likely ones first: by words in common with the line, then by distance to the last red case. */
function likelyFirst(line: string): RuleCase[] {
  const wanted = wordsOf(line);
  const ranked = [...CASES.entries()].map(([place, ruleCase]) => ({
    ruleCase,
    shared: wordsOf(`${ruleCase.policy} ${ruleCase.sentence}`).filter((word) =>
      wanted.includes(word),
    ).length,
    distance: Math.abs(place - lastRed),
  }));
  return ranked
    .sort((left, right) => right.shared - left.shared || left.distance - right.distance)
    .map(({ ruleCase }) => ruleCase);
}

/** `bookmarkId` is two words, as in a sentence. */
function wordsOf(text: string): string[] {
  const words = text
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .match(/[a-z]{2,}/g);
  return [...new Set(words)];
}

test('the rules as they are turn no case red', { timeout: TIMEOUT_MS }, async () => {
  expect(await findRedCases(RULES)).toEqual([]);
});

for (const [kind, mutants] of Object.entries(MUTANTS)) {
  describe(`the rules ${kind} turn a case red`, () => {
    for (const { change, line, rules } of mutants) {
      test(change, { timeout: TIMEOUT_MS }, async () => {
        expect(await findRedCases(rules, line)).not.toEqual([]);
      });
    }
  });
}
