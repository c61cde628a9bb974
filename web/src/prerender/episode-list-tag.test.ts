// @vitest-environment node
import { sampleEpisode } from '#shared/episode/sample-episode.ts';
import { expect, test } from 'vitest';
import { episodeListTag } from './episode-list-tag.ts';

const EPISODES = Array.from({ length: 25 }, (_, index) =>
  sampleEpisode({ title: `Episode ${index + 1}` }),
);

/** The episodes' titles in the structured data of an address, in order. */
function titles(address: string): string[] {
  const json = />(.*)<\/script>$/.exec(episodeListTag(address, EPISODES))?.[1] ?? '{}';
  const data = JSON.parse(json) as { itemListElement?: { item: { name: string } }[] };
  return (data.itemListElement ?? []).map(({ item }) => item.name);
}

test('lists the episodes of the page that is shown, at both addresses of it', () => {
  expect(titles('/company/openai')).toEqual(EPISODES.slice(0, 10).map(({ title }) => title));
  expect(titles('/openai')).toHaveLength(10);
});

test('lists the four that a hub features', () => {
  expect(titles('/topics/venture-capital?page=2')).toHaveLength(4);
  expect(titles('/topics/venture-capital')).toHaveLength(4);
});

test('lists nothing where search engines pass over the page, or nothing stands on it', () => {
  for (const address of [
    '/?q=openai',
    '/',
    '/trends/quantum-computing',
    '/nowhere',
    '/company/openai?page=2',
  ]) {
    expect(episodeListTag(address, EPISODES)).toBe('');
  }
  expect(episodeListTag('/company/openai', [])).toBe('');
});

test('holds nothing that could end its element, whatever a title says', () => {
  const tag = episodeListTag('/company/openai', [
    sampleEpisode({ title: '</script><script>alert(1)</script><!--' }),
  ]);
  expect(tag.match(/</g)).toHaveLength(2);
});
