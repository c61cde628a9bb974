import fc from 'fast-check';
import Database from 'libsql';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { fuzzRuns } from '../test-runs.ts';
import {
  excerptOfMarked,
  excerptsFor,
  keywordExcerpt,
  markerOf,
  MATCH_END,
  MATCH_START,
} from './excerpt.ts';
import { FTS_TOKENIZER, queryExpression } from './fts-expression.ts';
import { normalizeKeyword } from './normalize-query.ts';
import { planQuery, type QueryPlan, wantedPhrases } from './plan-query.ts';
import { feedItem, NOW, readingOf } from '../catalogue/testing/test-catalogue.ts';
import { ENGINES } from '../catalogue/testing/test-engines.ts';

const mark = (text: string, keyword: string) =>
  markerOf([normalizeKeyword(keyword)])(text)
    .replaceAll(MATCH_START, '[')
    .replaceAll(MATCH_END, ']');

test.each([
  ['Open source, open SOURCE!', 'open source', '[Open source], [open SOURCE]!'],
  ['Ångström met Angstrom', 'ångström', '[Ångström] met [Angstrom]'],
  ['a a a b a a', 'a a', '[a a a] b [a a]'],
  ['opensource', 'open', 'opensource'],
  ['open', 'open source', 'open'],
])('%j, searched for %j', (text, keyword, marked) => {
  expect(mark(text, keyword)).toBe(marked);
});

const word = fc.constantFrom('open', 'Source', 'é', 'ö', 'C++', '東京', 'a', 'A.', '>>>', '\n');
const text = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
const keywordOf = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));

test('marks no match of nothing', () => {
  expect(mark('a b', '')).toBe('a b');
});

/** Descriptions as FTS5 highlights them; undefined without a match. */
function highlighterOf() {
  const connection = new Database(':memory:');
  onTestFinished(() => void connection.close());
  connection.exec(`CREATE VIRTUAL TABLE texts USING fts5(text, tokenize = "${FTS_TOKENIZER}")`);
  const clear = connection.prepare('DELETE FROM texts');
  const insert = connection.prepare('INSERT INTO texts (text) VALUES (?)');
  const highlight = connection
    .prepare(
      `SELECT highlight(texts, 0, '${MATCH_START}', '${MATCH_END}') FROM texts WHERE texts MATCH ?`,
    )
    .raw();
  return (description: string, plan: QueryPlan) => {
    clear.run();
    insert.run(description);
    return z.array(z.tuple([z.string()])).parse(highlight.all(queryExpression(plan)))[0]?.[0];
  };
}

/** Letters with case, accents, dropped and kept marks, surrogate pairs; separators. */
const letter = fc.constantFrom(
  'a',
  'A',
  'á',
  'Å',
  'b',
  'ß',
  'ẞ',
  'K',
  'q\u0303',
  '\u0303',
  '\u0488',
  '\ud83d',
  '\ude00',
  '𐐀',
  '𐐨',
  '京',
  'א\u05b7',
  '1',
  'ǅ',
  'İ',
  'ı',
  ' ',
  ' ',
  '-',
  '🤖',
  '\u2069',
  '\n',
);
const jumble = fc
  .string({ unit: letter, maxLength: 30 })
  .map((written) => written.toWellFormed().normalize('NFC'));

test.each([
  ['words', text, keywordOf],
  ['beginnings', text, fc.constantFrom('ope*', 'open sou*', 'c++ a sour*', 'source*')],
  ['letters', jumble, fc.string({ unit: letter, minLength: 1, maxLength: 3 })],
])('marks the matches of several keywords as FTS5 does, of %s', (_name, texts, keywordsOf) => {
  const highlight = highlighterOf();
  fc.assert(
    fc.property(texts, fc.array(keywordsOf, { maxLength: 4 }), (description, keywords) => {
      const plan = planQuery(keywords.map((keyword) => `"${keyword}"`));
      fc.pre(plan !== null);
      const phrases = wantedPhrases(plan);
      const highlighted = highlight(description, plan) ?? description;
      expect(markerOf(phrases)(description)).toBe(highlighted);
      expect(excerptsFor(phrases)(description)).toBe(excerptOfMarked(highlighted));
    }),
    { numRuns: fuzzRuns(300) },
  );
});

test('shows of a long description what FTS5 marks in all of it', () => {
  const highlight = highlighterOf();
  const long = fc.array(word, { minLength: 300, maxLength: 500 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(
      long,
      fc.array(keywordOf, { minLength: 1, maxLength: 3 }),
      (description, keywords) => {
        const plan = planQuery(keywords);
        fc.pre(plan !== null);
        const phrases = wantedPhrases(plan);
        const highlighted = highlight(description, plan) ?? description;
        expect(excerptsFor(phrases)(description)).toBe(excerptOfMarked(highlighted));
      },
    ),
    { numRuns: fuzzRuns(100) },
  );
});

test.each(ENGINES)(
  'shows of a description what $engine shows of it, for any text and keyword',
  async ({ open, pace }) => {
    const { catalogue } = await open();
    let feeds = 0;
    await fc.assert(
      fc.asyncProperty(text, keywordOf, async (description, keyword) => {
        feeds += 1;
        const url = `https://show.example/${feeds}`;
        // Distinct times: the newest episode is the one just stored.
        const item = feedItem({ description, publishedAtMs: NOW + feeds * 1000 });
        await catalogue.storeFeed(url, readingOf([item]), NOW);
        const query = {
          keywords: [keyword],
          startDateMs: NOW + feeds * 1000,
          limit: 1,
          totalLimit: 1,
        };
        const [found] = (await catalogue.query(query)).episodes;
        fc.pre(found?.title === item.title);
        expect(keywordExcerpt(description, normalizeKeyword(keyword))).toBe(found.description);
      }),
      { numRuns: fuzzRuns(100 * pace) },
    );
  },
);
