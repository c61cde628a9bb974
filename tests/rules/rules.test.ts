import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CASES } from './cases/cases.ts';
import { RULES } from './rules-file.ts';
import { openRulesLab, type RulesLab } from './rules-lab.ts';

const policies = [...new Set(CASES.map(({ policy }) => policy))];
let lab: RulesLab;

beforeAll(async () => {
  lab = openRulesLab();
  await lab.use(RULES);
  await lab.seed(CASES);
});

afterAll(() => lab.close());

for (const policy of policies) {
  describe(policy, () => {
    for (const ruleCase of CASES.filter((one) => one.policy === policy)) {
      test(ruleCase.sentence, async () => {
        expect(await lab.judge(ruleCase)).toBe(ruleCase.verdict);
      });
    }
  });
}

describe('the cases', () => {
  test('covers every match of the rules, named by its comment', () => {
    const opening = /match \/(?!databases\/)\S+ \{\n\s*(?:\/\/ (.*))?/g;
    const sentences = [...RULES.matchAll(opening)].map(([, sentence]) => sentence);
    expect(sentences).toHaveLength(policies.length);
    expect(new Set(sentences)).toEqual(new Set(policies));
  });

  test('gives each case its own sentence', () => {
    const sentences = CASES.map(({ policy, sentence }) => `${policy} ${sentence}`);
    expect(sentences).toEqual([...new Set(sentences)]);
  });

  test('shares no document between cases', () => {
    const paths = CASES.flatMap(({ seeds }) => seeds.map(({ path }) => path));
    expect(paths).toEqual([...new Set(paths)]);
  });
});
