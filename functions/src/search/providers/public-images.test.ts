import { expect, test } from 'vitest';
import { publicImages } from './public-images.ts';

const episode = (image: string) => ({
  title: 'One',
  link: 'https://show.example/1',
  podcast: 'Show',
  publisher: 'Ada',
  image,
  description: '',
  pub_date_ms: 1,
});

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
