import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keywordExcerpt, markPhrases } from './keyword-excerpt.ts';
import { excerpt, MATCH_END, MATCH_START } from './excerpt.ts';
import { normaliseKeyword, phrasesOf } from './keyword-expression.ts';
import { feedItem, NOW, readingOf, temporaryCatalogue } from '../catalogue/test-catalogue.ts';
import { ENGINES } from '../catalogue/test-engines.ts';

const mark = (text: string, keyword: string) =>
  markPhrases(text, [normaliseKeyword(keyword)])
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

test('marks the matches of several keywords as FTS5 does, also where they overlap', async () => {
  const catalogue = temporaryCatalogue();
  let feeds = 0;
  await fc.assert(
    fc.asyncProperty(text, fc.array(keywordOf, { maxLength: 4 }), async (description, keywords) => {
      const startDateMs = NOW + (feeds += 1) * 1000;
      const item = feedItem({ description, publishedAtMs: startDateMs });
      await catalogue.storeFeed(`https://show.example/${feeds}`, readingOf([item]), NOW);
      const query = { keywords, startDateMs, limit: 1, totalLimit: 1 };
      const [found] = (await catalogue.query(query)).episodes;
      fc.pre(found?.title === item.title);
      expect(excerpt(markPhrases(description, phrasesOf(keywords)))).toBe(found.description);
    }),
    { numRuns: 1000 },
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
        // Times of their own, so that the newest is the one just stored.
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
        expect(keywordExcerpt(description, normaliseKeyword(keyword))).toBe(found.description);
      }),
      { numRuns: Math.ceil(300 * pace) },
    );
  },
);
