import { describe, expect, test } from 'vitest';
import { wholeEpisode } from '../../contract/fixtures/whole-episode.ts';
import type { SearchRequest } from '../../contract/index.ts';
import type { SearchCall } from '../../search/limits/search-allowance.ts';
import { createFeeds, readFeedRequest } from './create-feeds.ts';
import type { PublicPage } from '../../platform/public-pages.ts';

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

test('finds the feed of a topic page', () => {
  expect(read('/company/openai.xml')).toEqual({ kind: 'topic', page: openai });
  expect(read('/company/openai.xml?utm_source=x')).toEqual({ kind: 'topic', page: openai });
});

test('redirects a bare alias to the canonical feed', () => {
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
])('finds no feed at %s', (address) => {
  expect(() => read(address)).toThrow(expect.objectContaining({ code: 'not-found' }) as Error);
});

describe('a search', () => {
  test('reads the query of a feed as the page does', () => {
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
  ])('refuses the query %j with the page’s message', (query, message) => {
    expect(() => read(`/search.xml${query}`)).toThrow(
      expect.objectContaining({ code: 'invalid-request', message }) as Error,
    );
  });
});

const site = { name: 'Earshot', url: 'https://earshot.example' };
const pages = [
  {
    path: '/company/openai',
    bareAlias: '/openai',
    title: 'OpenAI Podcast Mentions',
    description: 'The latest.',
    keywords: ['OpenAI'],
  },
];
const client = '192.0.2.1';

interface World {
  cacheable?: boolean;
  allowed?: boolean;
}

/** Searches return 60 episodes. Records searches and charged keywords. */
function feeds({ cacheable = true, allowed = true }: World = {}) {
  const searched: SearchRequest[] = [];
  const counted: unknown[] = [];
  const episodes = Array.from({ length: 60 }, (_, index) => ({
    ...wholeEpisode,
    link: `https://podcast.example/${index}`,
  }));
  const response = { episodes, total: 60 };
  const feedAt = createFeeds({
    site,
    pages,
    search: {
      cacheable,
      search: (request) => {
        searched.push(request);
        return Promise.resolve({ response, source: 'provider' as const });
      },
    },
  });
  const call: SearchCall = {
    client,
    allow: (keywords) => {
      counted.push(keywords);
      return Promise.resolve(
        allowed ? { allowed, left: 1 } : { allowed: false, retryAfterMs: 7000 },
      );
    },
  };
  return { feedAt: (address: string) => feedAt(address, call), searched, counted };
}

const bodyOf = (answer: object) => ('body' in answer ? String(answer.body) : '');

test('returns the newest fifty episodes of a topic page and charges nobody', async () => {
  const { feedAt, searched, counted } = feeds();
  const answer = await feedAt('/company/openai.xml');
  expect(answer).toMatchObject({
    contentType: 'application/rss+xml; charset=utf-8',
    indexed: true,
  });
  expect(bodyOf(answer)).toContain('<title>OpenAI Podcast Mentions – Earshot</title>');
  expect(bodyOf(answer)).toContain('<link>https://earshot.example/company/openai</link>');
  expect(bodyOf(answer).match(/<item>/g)).toHaveLength(50);
  expect(searched).toEqual([{ keywords: ['OpenAI'], language: 'English' }]);
  expect(counted).toEqual([]);
});

test('charges the feed of a search to the client and keeps it out of search engines', async () => {
  const { feedAt, searched, counted } = feeds();
  const answer = await feedAt('/search.xml?q=OpenAI,-sam+altman');
  expect(answer).toMatchObject({ indexed: false });
  expect(bodyOf(answer)).toContain('<title>OpenAI, -sam altman – Earshot</title>');
  expect(bodyOf(answer)).toContain('<link>https://earshot.example/?q=OpenAI,-sam+altman</link>');
  expect(bodyOf(answer)).toContain(
    'href="https://earshot.example/search.xml?q=OpenAI,-sam+altman"',
  );
  expect(bodyOf(answer)).toMatch(
    /<description>The latest episodes that mention .*OpenAI.*, but not sam/,
  );
  expect(searched).toEqual([{ keywords: ['OpenAI', '-sam altman'], language: 'English' }]);
  expect(counted).toEqual([['OpenAI', '-sam altman']]);
});

test('refuses a search beyond the rate limit without running it', async () => {
  const { feedAt, searched } = feeds({ allowed: false });
  await expect(feedAt('/search.xml?q=OpenAI')).rejects.toMatchObject({
    code: 'rate-limited',
    retryAfterMs: 7000,
  });
  expect(searched).toEqual([]);
});

test('redirects a second address to the first', async () => {
  expect(await feeds().feedAt('/openai.xml')).toEqual({ movedTo: '/company/openai.xml' });
});

test('caches a feed for seconds if its results must not be cached', async () => {
  const { feedAt } = feeds({ cacheable: false });
  expect(await feedAt('/company/openai.xml')).toMatchObject({ kept: 'seconds' });
  expect(await feeds().feedAt('/company/openai.xml')).toMatchObject({ kept: 'minutes' });
});
