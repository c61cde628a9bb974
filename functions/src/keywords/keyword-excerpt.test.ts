import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MATCH_END, MATCH_START } from './excerpt.ts';
import { keywordExcerpt, markKeyword } from './keyword-excerpt.ts';
import { normaliseKeyword } from './keyword-expression.ts';
import { feedItem, NOW, readingOf } from '../catalogue/test-catalogue.ts';
import { ENGINES } from '../catalogue/test-engines.ts';

const mark = (text: string, keyword: string) =>
  markKeyword(text, normaliseKeyword(keyword))
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

test.each(ENGINES)(
  'shows of a description what $engine shows of it, for any text and keyword',
  async ({ open }) => {
    const word = fc.constantFrom('open', 'Source', 'é', 'ö', 'C++', '東京', 'a', 'A.', '>>>', '\n');
    const text = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
    const keywordOf = fc
      .array(word, { minLength: 1, maxLength: 3 })
      .map((words) => words.join(' '));
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
      { numRuns: 300 },
    );
  },
);
