// @vitest-environment node
import { sampleEpisode } from '#shared/episode/sample-episode.ts';
import { expect, test } from 'vitest';
import type { SitePage } from '../src/content/site-pages.ts';
import { pageEpisodes } from './page-episodes.ts';

function page(path: string, ...keywords: string[]): SitePage {
  const texts = { name: path, title: path, description: path };
  return { path, kind: 'entity', ...texts, ...(keywords.length > 0 && { keywords }) };
}

const OPENAI = page('/company/openai', 'OpenAI');
const TERMS = page('/terms');
const NOBODY = page('/ceo/nobody', 'Nobody');
const BROKEN = page('/ceo/broken', 'Broken');

test('pages get the episodes of their keywords; one whose search fails costs a line in the log', async () => {
  const warnings: string[] = [];
  const episode = sampleEpisode({ title: 'OpenAI, again' });
  const found = await pageEpisodes(
    [OPENAI, TERMS, NOBODY, BROKEN],
    'https://api.example',
    (_backend, [keyword]) => {
      if (keyword === 'Broken') return Promise.reject(new Error('503 Service Unavailable'));
      return Promise.resolve(keyword === 'OpenAI' ? [episode] : []);
    },
    { warn: (message) => warnings.push(message) },
  );
  expect([...found]).toEqual([[OPENAI, [episode]]]);
  expect(warnings).toEqual([
    '/ceo/broken is built without episodes: Error: 503 Service Unavailable',
  ]);
});

test('at most four searches run at a time', async () => {
  let running = 0;
  let most = 0;
  const pages = Array.from({ length: 20 }, (_, index) => page(`/ceo/${index}`, `name ${index}`));
  await pageEpisodes(
    pages,
    'https://api.example',
    async () => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
      return [];
    },
    { warn: () => undefined },
  );
  expect(most).toBe(4);
});

test('without a backend nothing is asked', async () => {
  const found = await pageEpisodes([OPENAI], '', () => Promise.reject(new Error('asked')), {
    warn: (message) => expect.fail(message),
  });
  expect(found.size).toBe(0);
});
