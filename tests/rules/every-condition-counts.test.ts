import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CASES } from './cases/cases.ts';
import { conditionMutants } from './mutants/condition-mutants.ts';
import { fieldMutants, limitMutants } from './mutants/limit-mutants.ts';
import { methodMutants } from './mutants/method-mutants.ts';
import type { RuleCase } from './cases/rule-case.ts';
import { RULES } from './rules-file.ts';
import type { RulesMutant } from './mutants/rules-mutant.ts';
import { openRulesLab, type RulesLab } from './rules-lab.ts';

const MUTANTS = {
  'without one of their conditions': conditionMutants(RULES),
  'with a limit moved': limitMutants(RULES),
  'with a field fewer': fieldMutants(RULES),
  'with a method more or less': methodMutants(RULES),
};

const TIMEOUT_MS = 60_000;
/** Few cases run concurrently: one failed case is enough, and denials are slow because the emulator logs them. */
const WAVE_SIZE = 4;

const CASE_WORDS = CASES.map(({ policy, sentence }) => wordsOf(`${policy} ${sentence}`));
const CASES_WITH = new Map<string, number>();
for (const word of CASE_WORDS.flatMap((words) => [...words])) {
  CASES_WITH.set(word, (CASES_WITH.get(word) ?? 0) + 1);
}

/** The case that failed last. A neighbouring mutant often fails a neighbouring case. */
let lastRed = 0;
let lab: RulesLab;

beforeAll(() => {
  lab = openRulesLab();
});

afterAll(() => lab.close());

type Change = Omit<RulesMutant, 'change'>;

/** Returns some of the cases that fail under these rules; empty if all pass. */
async function findRedCases({ rules, ...change }: Change): Promise<RuleCase[]> {
  await lab.use(rules);
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
}

/**
 * Sorts all cases by likelihood of failing: first the cases with the affected verdict, then by rare words shared with
 * the line and its comment, then by distance to the case that failed last.
 */
function likelyFirst({ line, comment, turns }: Omit<Change, 'rules'>): RuleCase[] {
  const inLine = wordsOf(line);
  const inComment = wordsOf(comment);
  const weight = (word: string) => {
    if (inLine.has(word)) return rarity(word);
    return inComment.has(word) ? rarity(word) / 3 : 0;
  };
  const ranked = CASES.map((ruleCase, place) => ({
    ruleCase,
    turned: Number(ruleCase.verdict === turns),
    shared: [...(CASE_WORDS[place] ?? [])].reduce((sum, word) => sum + weight(word), 0),
    distance: Math.abs(place - lastRed),
  }));
  return ranked
    .sort(
      (left, right) =>
        right.turned - left.turned || right.shared - left.shared || left.distance - right.distance,
    )
    .map(({ ruleCase }) => ruleCase);
}

function rarity(word: string): number {
  return Math.log(CASES.length / (CASES_WITH.get(word) ?? CASES.length));
}

/** Splits camel case and joins grouped digits: `bookmarkId` is two words and `1 000` one number. */
function wordsOf(text: string): Set<string> {
  const words = text
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replace(/(?<=\d) (?=\d{3}\b)/g, '')
    .toLowerCase()
    .match(/[a-z]{2,}|\d+/g);
  return new Set(words);
}

// rules.test.ts checks that all cases pass with the original rules.
for (const [kind, mutants] of Object.entries(MUTANTS)) {
  describe(`the rules ${kind} fail a case`, () => {
    for (const { change, ...mutant } of mutants) {
      test(change, { timeout: TIMEOUT_MS }, async () => {
        expect(await findRedCases(mutant)).not.toEqual([]);
      });
    }
  });
}
