import { expect, test } from 'vitest';
import { sampleEpisode } from '../../contract/fixtures/sample-episode.ts';
import { publicImages } from './public-images.ts';

const episode = (image: string) => sampleEpisode({ image });

test('an answer sends no reader’s browser into its own network', () => {
  const images = [
    'https://example.com/a.jpg',
    'http://192.168.1.1/reboot',
    'http://nas/a',
    '',
    'x',
  ];
  const { episodes, total } = publicImages({ episodes: images.map(episode), total: 7 });
  expect(episodes.map(({ image }) => image)).toEqual(['https://example.com/a.jpg', '', '', '', '']);
  expect(total).toBe(7);
});
