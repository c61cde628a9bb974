import { describe, expect, test } from 'vitest';
import { CASES } from './cases/cases.ts';
import { conditionMutants } from './mutants/condition-mutants.ts';
import { fieldMutants, limitMutants } from './mutants/limit-mutants.ts';
import { methodMutants } from './mutants/method-mutants.ts';
import type { RuleCase } from './cases/rule-case.ts';
import { RULES } from './rules-file.ts';
import type { RulesMutant } from './mutants/rules-mutant.ts';
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

type Change = Omit<RulesMutant, 'change'>;

/** Some of the cases that turn red under these rules, or none if all cases stay green. */
async function findRedCases({ rules, ...change }: Change): Promise<RuleCase[]> {
  const lab = await openRulesLab(rules);
  try {
    const likely = likelyFirst(change);
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

/**
 * All cases, the likely ones first: those that expect what the change can turn, then by words in common
 * with the line, then by distance to the last red case.
 */
function likelyFirst({ line, turns }: Omit<Change, 'rules'>): RuleCase[] {
  const wanted = wordsOf(line);
  const ranked = [...CASES.entries()].map(([place, ruleCase]) => ({
    ruleCase,
    turned: Number(ruleCase.verdict === turns),
    shared: wordsOf(`${ruleCase.policy} ${ruleCase.sentence}`).filter((word) =>
      wanted.includes(word),
    ).length,
    distance: Math.abs(place - lastRed),
  }));
  return ranked
    .sort(
      (left, right) =>
        right.turned - left.turned || right.shared - left.shared || left.distance - right.distance,
    )
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

// That the rules as they are turn no case red, `rules.test.ts` tests.
for (const [kind, mutants] of Object.entries(MUTANTS)) {
  describe(`the rules ${kind} turn a case red`, () => {
    for (const { change, ...mutant } of mutants) {
      test(change, { timeout: TIMEOUT_MS }, async () => {
        expect(await findRedCases(mutant)).not.toEqual([]);
      });
    }
  });
}
