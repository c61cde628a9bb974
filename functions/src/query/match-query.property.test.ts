import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../testing/fuzz-runs.ts';
import { drawnName } from './fixtures/drawn-texts.ts';
import { matchesQuery } from './fixtures/match-query.ts';
import { planQuery } from './plan-query.ts';
import { formsOf, MAX_FORMS, namesOf, queryWords } from './query-words.ts';

/** True if a name has so many spellings that some are not looked for. */
function mayBeCut(name: string): boolean {
  const words = queryWords(name);
  const forms = formsOf(words, { beginning: false });
  const names = words.length > 1 ? namesOf(forms[0]?.tokens ?? []).length : 0;
  return forms.length - names >= MAX_FORMS;
}

test('a name is found in any text as it stands there, in upper and in lower case', () => {
  fc.assert(
    fc.property(
      drawnName,
      fc.constantFrom('', 'see ', '(', 'https://', '#'),
      fc.constantFrom('', ' now', ', ok', '/', '?', ')'),
      (name, before, behind) => {
        const description = before + name + behind;
        for (const typed of [name, name.toLowerCase(), name.toUpperCase()]) {
          const plan = planQuery([`"${typed}"`]);
          fc.pre(plan !== null && !mayBeCut(typed));
          expect([description, typed, matchesQuery(plan, { description })]).toEqual([
            description,
            typed,
            true,
          ]);
        }
      },
    ),
    { numRuns: fuzzRuns(4000), examples: [['aa.a.Ai', '', '/']] },
  );
});
