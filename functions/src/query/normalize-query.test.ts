import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawKeywords } from '../catalogue/testing/draw-keywords.ts';
import { fuzzRuns } from '../test-runs.ts';
import { wantedPart, normalizeQuery, planOfKey, queryKey } from './normalize-query.ts';
import { planQuery } from './plan-query.ts';

test.each([
  ['openai -sponsor', 'openai'],
  ['openai -show:"Hard Fork" -title:ads -cry*', 'openai'],
  ['openai -spoken:ads', 'openai'],
  ['openai -show:fork', 'openai'],
  ['openai -show:hard-fork -show:"Lex"', 'openai'],
  ['spoken:openai -spoken:"our sponsor"', 'spoken:openai'],
  ['openai OR a16z -sponsor', 'openai OR a16z'],
  [
    'openai AND "sam altman" +funding show:Lex -sponsor',
    'openai AND "sam altman" +funding show:Lex',
  ],
  ['show:"Hard Fork" -openai', 'show:"Hard Fork"'],
  ['e-mail', 'e-mail'],
  ['', ''],
])('“%s” looks for what “%s” looks for', (query, same) => {
  expect(wantedPart(normalizeQuery([query]))).toBe(normalizeQuery([same]));
});

test.each([
  ['a -show:"Hard Fork"', '+"a" -show:"hard fork"'],
  ['a -show:Fork -show:"Fork"', '+"a" -show:"fork" -show:fork'],
  ['a -show:(Hard-Fork', '+"a" -show:hard-fork'],
  ['a -show:"Hard Fo*"', '+"a" -show:"hard fo"'],
  ['a -show:"Hard For*" -show:for*', '+"a" -show:for* -show:hard-for*'],
  ['a show:"Hard Fork" -show:"Hard Fork"', '+"a" +show:"hard fork" -show:"hard fork"'],
])('“%s” has the normal form “%s”', (query, key) => {
  expect(normalizeQuery([query])).toBe(key);
});

const WORDS = ['fork', 'hard', 'the', 'daily', '日本', 'a16z'];

test('a normal form says what was asked, whether read as one or typed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 60 }),
      (drawn) => {
        let at = 0;
        const plan = planQuery(drawKeywords(() => drawn[at++ % drawn.length]!, WORDS));
        fc.pre(plan !== null);
        const key = queryKey(plan);
        expect(queryKey(planOfKey(key)!)).toBe(key);
        expect(normalizeQuery([key])).toBe(key);
      },
    ),
    { numRuns: fuzzRuns(500) },
  );
});
