// @vitest-environment node
import { ALIAS, HUB_PATH, PATH } from '#shared/testing/subject-pages.ts';
import { sampleEpisode } from '#shared/testing/sample-episode.ts';
import { expect, test } from 'vitest';
import { episodeListTag } from './episode-list-tag.ts';

const EPISODES = Array.from({ length: 25 }, (_, index) =>
  sampleEpisode({ title: `Episode ${index + 1}` }),
);

/** Returns the titles in a page's structured data, in order. */
function titles(address: string): string[] {
  const json = />(.*)<\/script>$/.exec(episodeListTag(address, EPISODES))?.[1] ?? '{}';
  const data = JSON.parse(json) as { itemListElement?: { item: { name: string } }[] };
  return (data.itemListElement ?? []).map(({ item }) => item.name);
}

test('lists the episodes shown on a page and its alias', () => {
  expect(titles(PATH)).toEqual(EPISODES.slice(0, 10).map(({ title }) => title));
  expect(titles(ALIAS)).toHaveLength(10);
});

test('lists the four featured episodes of a hub', () => {
  expect(titles(`${HUB_PATH}?page=2`)).toHaveLength(4);
  expect(titles(HUB_PATH)).toHaveLength(4);
});

test('lists nothing for pages that are not indexed or empty', () => {
  for (const address of [
    '/?q=openai',
    '/',
    '/trends/quantum-computing',
    '/nowhere',
    `${PATH}?page=2`,
  ]) {
    expect(episodeListTag(address, EPISODES)).toBe('');
  }
  expect(episodeListTag(PATH, [])).toBe('');
});

test('escapes titles that could close the script element', () => {
  const tag = episodeListTag(PATH, [
    sampleEpisode({ title: '</script><script>alert(1)</script><!--' }),
  ]);
  expect(tag.match(/</g)).toHaveLength(2);
});
