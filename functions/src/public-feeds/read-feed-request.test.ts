import { describe, expect, test } from 'vitest';
import type { PublicPage } from './public-page.ts';
import { readFeedRequest } from './read-feed-request.ts';

const openai = {
  path: '/company/openai',
  bareAlias: '/openai',
  title: 'OpenAI Podcast Mentions',
  description: 'The latest.',
  keywords: ['OpenAI'],
};
const about = { path: '/about', title: 'About', description: 'What is covered.' };
const home = { path: '/', title: 'Search', description: 'Search.' };
const PAGES: PublicPage[] = [home, openai, about];

const read = (address: string) => readFeedRequest(address, PAGES);

test('a page with episodes has a feed beside it', () => {
  expect(read('/company/openai.xml')).toEqual({ kind: 'topic', page: openai });
  expect(read('/company/openai.xml?utm_source=x')).toEqual({ kind: 'topic', page: openai });
});

test('its second address leads to the first', () => {
  expect(read('/openai.xml')).toEqual({ kind: 'moved', path: '/company/openai.xml' });
});

test.each([
  '/about.xml',
  '/.xml',
  '/company/nobody.xml',
  '/company/openai',
  '/company/openai.xml.xml',
  '/company/openai.xml/',
  '//company/openai.xml',
  '/search.xml/x.xml',
])('%s is no feed', (address) => {
  expect(() => read(address)).toThrow(expect.objectContaining({ code: 'not-found' }) as Error);
});

describe('a search', () => {
  test('is read as the page reads it', () => {
    expect(read('/search.xml?q=OpenAI,sam+altman,,%20openai%20')).toEqual({
      kind: 'search',
      keywords: ['OpenAI', 'sam altman'],
      spoken: true,
    });
    expect(read('/search.xml?q=openai&in=notes')).toMatchObject({ spoken: false });
    expect(read('/search.xml?q=%F0%9F%98%80,%ff')).toEqual({
      kind: 'search',
      keywords: ['😀', '\uFFFD'],
      spoken: true,
    });
  });

  test.each([
    ['', 'Please enter at least one keyword or phrase'],
    ['?q=', 'Please enter at least one keyword or phrase'],
    ['?q=,%20,', 'Please enter at least one keyword or phrase'],
    [`?q=${'a'.repeat(201)}`, 'A keyword or phrase can have at most 200 characters'],
  ])('that the page refuses is refused in its words: %j', (query, message) => {
    expect(() => read(`/search.xml${query}`)).toThrow(
      expect.objectContaining({ code: 'invalid-request', message }) as Error,
    );
  });
});
