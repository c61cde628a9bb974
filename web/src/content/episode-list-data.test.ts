import { expect, test } from 'vitest';
import { sampleEpisode } from '#shared/testing/sample-episode.ts';
import { episodeListData } from './episode-list-data.ts';

test('lists episodes with URL, date, duration and show', () => {
  const episode = sampleEpisode({
    title: 'Ledgers',
    link: 'https://podcast.example/1',
    podcast: 'Small Bets',
    publisher: 'Ada',
    pub_date_ms: Date.UTC(2026, 10, 22, 2),
    duration_s: 2880,
  });
  expect(episodeListData([episode, sampleEpisode({ title: 'Other' })])).toMatchObject({
    '@type': 'ItemList',
    itemListElement: [
      {
        '@type': 'ListItem',
        position: 1,
        item: {
          '@type': 'PodcastEpisode',
          name: 'Ledgers',
          url: 'https://podcast.example/1',
          datePublished: '2026-11-22T02:00:00.000Z',
          duration: 'PT2880S',
          partOfSeries: {
            '@type': 'PodcastSeries',
            name: 'Small Bets',
            author: { '@type': 'Organization', name: 'Ada' },
          },
        },
      },
      { position: 2, item: { name: 'Other' } },
    ],
  });
});

test('omits unknown values, and addresses that are not web pages', () => {
  const { duration_s: _, ...episode } = sampleEpisode({
    link: 'javascript:alert(1)',
    publisher: '',
    pub_date_ms: null,
  });
  const json = JSON.stringify(episodeListData([episode]));
  expect(json).not.toMatch(/url|datePublished|duration|author|javascript|undefined|null/);
});

test('returns null without episodes', () => {
  expect(episodeListData([])).toBeNull();
});
