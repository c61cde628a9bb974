import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../testing/fuzz-runs.ts';
import { drawnName } from './fixtures/drawn-texts.ts';
import { matchesQuery } from './match-query.ts';
import { planQuery } from './plan-query.ts';

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
          fc.pre(plan !== null);
          expect([description, typed, matchesQuery(plan, { description })]).toEqual([
            description,
            typed,
            true,
          ]);
        }
      },
    ),
    { numRuns: fuzzRuns(4000) },
  );
});
