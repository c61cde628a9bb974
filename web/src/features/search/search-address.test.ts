import { readKeywords } from 'functions/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  readSearchAddress,
  searchAddress,
  type SearchChoice,
  USUAL_CHOICE,
} from '#shared/search/search-address.ts';

test('writes readable keywords, and the page only from the second on', () => {
  expect(searchAddress(['openai', 'sam altman'], 2)).toBe('/?q=openai,sam+altman&page=2');
  expect(searchAddress(['openai'], 1)).toBe('/?q=openai');
  expect(searchAddress(['openai'], 2, { spoken: false })).toBe('/?q=openai&in=notes&page=2');
});

test.each([
  ['', { query: null, page: 1, spoken: true }],
  ['?q=', { query: '', page: 1, spoken: true }],
  ['?q=openai%2Csam+altman&page=3', { query: 'openai,sam altman', page: 3, spoken: true }],
  ['?q=a&page=0', { query: 'a', page: 1, spoken: true }],
  ['?q=a&page=-2', { query: 'a', page: 1, spoken: true }],
  ['?q=a&page=1.5', { query: 'a', page: 1, spoken: true }],
  ['?q=a&page=lots', { query: 'a', page: 1, spoken: true }],
  ['?q=a&in=notes', { query: 'a', page: 1, spoken: false }],
  ['?q=a&in=all', { query: 'a', page: 1, spoken: true }],
  ['?q=%E0%A4%A', { query: '\uFFFD%A', page: 1, spoken: true }],
  ['?q=a&repeated=1', { query: 'a', page: 1, spoken: true }],
  ['?q=a&strength=about', { query: 'a', page: 1, about: true }],
  ['?q=a&strength=passing', { query: 'a', page: 1, about: false }],
  ['?q=a&sort=oldest&period=day', { query: 'a', page: 1, spoken: true }],
])('parses the query string %j', (search, address) => {
  expect(readSearchAddress(search)).toEqual({ ...USUAL_CHOICE, ...address });
});

test('keywords survive a round trip through the URL', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 99 }), (text, page) => {
      const read = readKeywords(text);
      if (!read.ok) return;
      const address = searchAddress(read.keywords, page);
      const { query, page: readPage } = readSearchAddress(address.slice(1));
      expect(readKeywords(query ?? '')).toEqual(read);
      expect(readPage).toBe(page);
    }),
  );
});

test('options survive a round trip through the URL, which omits defaults', () => {
  const choice: fc.Arbitrary<SearchChoice> = fc.record({
    spoken: fc.boolean(),
    sort: fc.constantFrom('newest', 'relevance'),
    about: fc.boolean(),
    period: fc.constantFrom('month', 'week'),
  });
  fc.assert(
    fc.property(choice, (chosen) => {
      const address = searchAddress(['a'], 3, chosen);
      expect(readSearchAddress(address.slice(1))).toEqual({ ...chosen, query: 'a', page: 3 });
    }),
  );
  expect(searchAddress(['a'], 1, USUAL_CHOICE)).toBe('/?q=a');
});

test('tolerates a lone surrogate', () => {
  expect(searchAddress(['a\uD800'])).toBe('/?q=a%EF%BF%BD');
});
