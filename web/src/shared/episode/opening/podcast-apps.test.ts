import { expect, test } from 'vitest';
import { podcastApps } from './podcast-apps.ts';

const episode = { title: 'The cost of thinking', podcast: 'Signal & Noise' };
const names = (userAgent: string) => podcastApps(episode, userAgent).map(({ name }) => name);

test('offers Apple Podcasts, Spotify, Overcast and Pocket Casts on an iPhone', () => {
  expect(names('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)')).toEqual([
    'Apple Podcasts',
    'Spotify',
    'Overcast',
    'Pocket Casts',
  ]);
});

test('omits Apple Podcasts and Overcast on Android', () => {
  expect(names('Mozilla/5.0 (Linux; Android 15; Pixel 9)')).toEqual(['Spotify', 'Pocket Casts']);
});

test('a title cannot break out of an app link', () => {
  for (const { link } of podcastApps({ title: 'a&b=c#d"<>', podcast: 'é /?' }, '')) {
    expect(link).toMatch(/^[a-z]+:[\w/?=%:.~!*'()-]+$/);
  }
});
