import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzRuns } from '../testing/fuzz-runs.ts';
import { hasQuerySyntax } from './parse-query.ts';
import { queryExpression } from './fts-expression.ts';
import { ownTokens } from './tokenize.ts';
import { matchesQuery } from './fixtures/match-query.ts';
import { normalizeQuery, planOfKey, queryKey } from './normalize-query.ts';
import { planQuery } from './plan-query.ts';
import { feedItem, NOW, readingOf } from '../catalogue/testing/test-catalogue.ts';
import { ENGINES } from '../catalogue/testing/test-engines.ts';
import { storeFeed } from '../catalogue/store/store-feed.ts';

/** Keywords of FTS5 and SQL as ordinary words. */
const DESCRIPTIONS = [
  'Sam Altman or Elon Musk',
  'to be and not to be, near the sea',
  'the title of a podcast, its publisher and its description',
  'rank and rowid and episodes_fts',
  'drop table episodes; select one union all',
  'rebuild optimize delete integrity check',
  'U.S. and C++ at 3.5 percent',
  'Tobi Lütke, São Paulo, 人工知能, हिन्दी',
  '>>> marked <<< already',
  '',
];

/** Syntax of FTS5, SQL and the tokenizer. */
const SYNTAX = [
  '"',
  '""',
  "'",
  '*',
  '^',
  ':',
  '-',
  '+',
  '(',
  ')',
  '{',
  '}',
  ',',
  '.',
  ';',
  '\\',
  '%',
  '_',
  '«',
  '”',
  '－',
  '：',
  '＊',
  '&',
  '＆',
  'AND',
  'OR',
  'NOT',
  'NEAR',
  'NEAR(',
  '(a OR',
  '-(',
  '|',
  '（',
  ', 5)',
  'title:',
  '{title publisher} :',
  '- description:',
  '--',
  '/*',
  '*/',
  '?1',
  '$a',
  '@a',
  ':a',
  "x'00'",
  'UNION',
  'SELECT',
  'rowid',
  'episodes_fts',
  '\0',
  '\n',
  '\t',
  '\u001b',
  '\ud800',
  '\udc00',
  '\ufeff',
  '\u0301',
  '\u202e',
  '\u200d',
  '\ufffd',
];

const piece = fc.oneof(
  fc.constantFrom(...SYNTAX),
  fc.constantFrom(...DESCRIPTIONS.flatMap((text) => text.split(' '))),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const keyword = fc
  .tuple(fc.array(piece, { maxLength: 8 }), fc.constantFrom('', ' ', '"', '" '))
  .map(([pieces, between]) => pieces.join(between).slice(0, 200));
const keywords = fc.array(keyword, { minLength: 1, maxLength: 4 });

const PHRASE = /"([^"]+)"/g;
/** Allowed text around the phrases of an expression. */
const AROUND = /^(?: (?:AND|OR|NOT) | \*|(?:title|podcast) : |[()])*$/;
const TOKENS = /^(?:[^\s"()*:^]+ ?)+$/;

describe('arbitrary input', () => {
  it('the expression contains only quoted words and our own operators', () => {
    fc.assert(
      fc.property(keywords, (entries) => {
        const plan = planQuery(entries);
        if (plan === null) return;
        const expression = queryExpression(plan);
        expect(expression.replace(PHRASE, '')).toMatch(AROUND);
        for (const [, phrase = ''] of expression.matchAll(PHRASE)) {
          expect(phrase).toMatch(TOKENS);
        }
      }),
      { numRuns: fuzzRuns(1000) },
    );
  });

  it('plain words have a plan if they contain a token', () => {
    fc.assert(
      fc.property(keywords, (entries) => {
        fc.pre(!entries.some(hasQuerySyntax));
        // An `&` is a word only between words.
        const hasWords = entries.some(
          (entry) => ownTokens(entry.replace(/[&＆﹠]/g, ' ')).length > 0,
        );
        expect(planQuery(entries) !== null).toBe(hasWords);
      }),
      { numRuns: fuzzRuns(1000) },
    );
  });

  it('the normal form is idempotent', () => {
    fc.assert(
      fc.property(keywords, (entries) => {
        const normal = normalizeQuery(entries);
        expect(normalizeQuery([normal])).toBe(normal);
        const plan = planOfKey(normal);
        expect(plan === null ? '' : queryKey(plan)).toBe(normal);
        expect(normal === '').toBe(planQuery(entries) === null);
      }),
      { numRuns: fuzzRuns(1000) },
    );
  });

  it.each(ENGINES)(
    '$engine finds the same episodes as the reference implementation',
    async ({ open, pace }) => {
      const { catalogue } = await open();
      const items = DESCRIPTIONS.map((description, index) =>
        feedItem({ title: `number ${index}`, description }),
      );
      await catalogue.write(() => storeFeed('https://show.example/feed', readingOf(items), NOW));
      const texts = items.map(({ title, description }) => ({ title, description }));
      const show = { podcast: 'The Show', publisher: 'The Publisher' };

      await fc.assert(
        fc.asyncProperty(keywords, async (entries) => {
          const plan = planQuery(entries);
          const { episodes, total } = await catalogue.query({
            keywords: entries,
            limit: 100,
            totalLimit: 1000,
          });
          const expected = texts
            .filter((text) => plan !== null && matchesQuery(plan, { ...text, ...show }))
            .map(({ title }) => title);
          expect(episodes.map(({ title }) => title).sort()).toEqual(expected.sort());
          expect(total).toBe(expected.length);
        }),
        { numRuns: fuzzRuns(1000 * pace) },
      );
      expect((await catalogue.contents()).episodes).toBe(items.length);
    },
  );
});
