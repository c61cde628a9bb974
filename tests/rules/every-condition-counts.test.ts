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
/** How many cases are judged at once. Few, because one red case is enough and a denial is slow: it is logged. */
const WAVE_SIZE = 4;

const CASE_WORDS = CASES.map(({ policy, sentence }) => wordsOf(`${policy} ${sentence}`));
/** How many cases speak of a word. */
const CASES_WITH = new Map<string, number>();
for (const word of CASE_WORDS.flatMap((words) => [...words])) {
  CASES_WITH.set(word, (CASES_WITH.get(word) ?? 0) + 1);
}

/** Place of the case that turned red last. A change close by often turns a case close by red. */
let lastRed = 0;
let lab: RulesLab;

beforeAll(() => {
  lab = openRulesLab();
});

afterAll(() => lab.close());

type Change = Omit<RulesMutant, 'change'>;

/** Some of the cases that turn red under these rules, or none if all cases stay green. */
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
 * All cases, the likely ones first: those that expect what the change can turn, then by rare words in
 * common with the line and its comment, then by distance to the last red case.
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

/** The fewer cases speak of a word, the more it says of a case. */
function rarity(word: string): number {
  return Math.log(CASES.length / (CASES_WITH.get(word) ?? CASES.length));
}

/** `bookmarkId` is two words, as in a sentence, and `1 000` is one number, as in the rules. */
function wordsOf(text: string): Set<string> {
  const words = text
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replace(/(?<=\d) (?=\d{3}\b)/g, '')
    .toLowerCase()
    .match(/[a-z]{2,}|\d+/g);
  return new Set(words);
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
