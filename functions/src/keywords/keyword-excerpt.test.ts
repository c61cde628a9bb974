import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MATCH_END, MATCH_START } from './excerpt.ts';
import { keywordExcerpt, markKeyword } from './keyword-excerpt.ts';
import { normaliseKeyword } from './keyword-expression.ts';
import { queryCatalogue } from '../catalogue/sqlite/sqlite-query.ts';
import { storeFeed } from '../catalogue/sqlite/sqlite-store-feed.ts';
import { feedItem, NOW, readingOf, temporaryCatalogue } from '../catalogue/test-catalogue.ts';

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

test('shows of a description what the search shows of it, for any text and keyword', () => {
  const word = fc.constantFrom('open', 'Source', 'é', 'ö', 'C++', '東京', 'a', 'A.', '>>>', '\n');
  const text = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
  const keywordOf = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
  const catalogue = temporaryCatalogue();
  let feeds = 0;
  fc.assert(
    fc.property(text, keywordOf, (description, keyword) => {
      feeds += 1;
      const url = `https://show.example/${feeds}`;
      // Times of their own, so that the newest is the one just stored.
      const item = feedItem({ description, publishedAtMs: NOW + feeds * 1000 });
      storeFeed(catalogue, url, readingOf([item]), NOW);
      const query = {
        keywords: [keyword],
        startDateMs: NOW + feeds * 1000,
        limit: 1,
        totalLimit: 1,
      };
      const [found] = queryCatalogue(catalogue, query).episodes;
      fc.pre(found?.title === item.title);
      expect(keywordExcerpt(description, normaliseKeyword(keyword))).toBe(found.description);
    }),
    { numRuns: 300 },
  );
});
