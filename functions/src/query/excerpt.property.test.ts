import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS } from '../contract/index.ts';
import { fuzzRuns } from '../testing/fuzz-runs.ts';
import { excerptsFor, keywordExcerpt, markerOf, MATCH_END, MATCH_START } from './excerpt.ts';
import { excerptOfMarked } from './fixtures/excerpt-of-marked.ts';
import { drawnPhrase, drawnText } from './fixtures/drawn-texts.ts';
import { matchesQuery } from './fixtures/match-query.ts';
import { normalizeKeyword } from './normalize-query.ts';
import { planQuery } from './plan-query.ts';
import { wantedPhrases } from './query-plan.ts';
import { feedItem, NOW, readingOf } from '../catalogue/testing/test-catalogue.ts';
import { ENGINES } from '../catalogue/testing/test-engines.ts';
import { storeFeed } from '../catalogue/store/store-feed.ts';

const MARKED = new RegExp(`${MATCH_START}([^${MATCH_END}]*)${MATCH_END}`, 'g');

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
])('marks in %j matches of %j: %j', (text, keyword, marked) => {
  expect(mark(text, keyword)).toBe(marked);
});

const word = fc.constantFrom(
  'open',
  'Source',
  'é',
  'ö',
  'C++',
  '東京',
  'a',
  'A.',
  '>>>',
  '\n',
  '&',
  'R&D',
  'and',
  '＆',
);
const text = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
const keywordOf = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));

test('marks nothing for an empty keyword', () => {
  expect(mark('a b', '')).toBe('a b');
});

/** Replaces a match. Neither a gap nor a letter of any phrase, so that the rest cannot form a new phrase. */
const INSTEAD = ' q7q ';

test.each([
  ['words', text, keywordOf],
  [
    'texts for prefixes',
    text,
    fc.constantFrom('ope*', 'open sou*', 'c++ a sour*', 'source*', 'and*'),
  ],
  ['texts in fourteen scripts', drawnText, drawnPhrase],
])('marks exactly the matches in %s', (_name, texts, keywordsOf) => {
  let marked = 0;
  fc.assert(
    fc.property(texts, fc.array(keywordsOf, { maxLength: 3 }), (description, keywords) => {
      const plan = planQuery(keywords.map((keyword) => `"${keyword}"`));
      fc.pre(plan !== null);
      const phrases = wantedPhrases(plan);
      const found = markerOf(phrases)(description);
      expect(found.replaceAll(MATCH_START, '').replaceAll(MATCH_END, '')).toBe(description);
      expect(found !== description).toBe(matchesQuery(plan, { description }));
      const stretches = Array.from(found.matchAll(MARKED), ([, stretch = '']) => stretch);
      for (const stretch of stretches) {
        expect([stretch, matchesQuery(plan, { description: stretch })]).toEqual([stretch, true]);
      }
      const left = found.replaceAll(MARKED, INSTEAD);
      expect([left, matchesQuery(plan, { description: left })]).toEqual([left, false]);
      expect(excerptsFor(phrases)(description)).toBe(excerptOfMarked(found));
      marked += stretches.length;
    }),
    { numRuns: fuzzRuns(500) },
  );
  expect(marked).toBeGreaterThan(0);
});

test.each(ENGINES)(
  'keywordExcerpt equals the excerpt of $engine for any text and keyword',
  async ({ open, pace }) => {
    const { catalogue } = await open();
    let feeds = 0;
    await fc.assert(
      fc.asyncProperty(text, keywordOf, async (description, keyword) => {
        feeds += 1;
        const url = `https://show.example/${feeds}`;
        // Distinct times make the episode just stored the newest.
        const publishedAtMs = NOW - 20 * DAY_MS + feeds * 1000;
        const item = feedItem({ description, publishedAtMs });
        await catalogue.write(() => storeFeed(url, readingOf([item]), NOW));
        const query = {
          keywords: [keyword],
          startDateMs: publishedAtMs,
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
