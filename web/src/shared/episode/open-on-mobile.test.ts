import { expect, test } from 'vitest';
import { isMobileAgent } from '#shared/is-mobile-agent.ts';
import { openOnMobile, podcastAppLinks } from './open-on-mobile.ts';
import { sampleEpisode } from './sample-episode.ts';

/** A phone on which the app at `answering` (counted from 0) comes to the front. */
function phone(answering: number) {
  const did: string[] = [];
  return {
    did,
    opener: {
      tryApp: (link: string) => void did.push(link.split(':')[0] ?? ''),
      wait: (ms: number) => Promise.resolve(void did.push(`wait ${ms}`)),
      hasLeft: () => did.filter((step) => step.startsWith('wait')).length === answering + 1,
      openTab: (link: string) => void did.push(`tab ${link}`),
    },
  };
}

test('tries Apple, Spotify, Overcast and Pocket Casts for a second each, then opens the link in a tab', async () => {
  const { did, opener } = phone(99);
  expect(await openOnMobile(sampleEpisode(), opener)).toBe('tab');
  expect(did).toEqual([
    'podcasts',
    'wait 1000',
    'spotify',
    'wait 1000',
    'overcast',
    'wait 1000',
    'pktc',
    'wait 1000',
    'tab https://shows.example/cost-of-thinking',
  ]);
});

test('stops at the first app that comes to the front', async () => {
  const { did, opener } = phone(1);
  expect(await openOnMobile(sampleEpisode(), opener)).toBe('app');
  expect(did).toEqual(['podcasts', 'wait 1000', 'spotify', 'wait 1000']);
});

test('a title cannot break out of an app link', () => {
  for (const link of podcastAppLinks({ title: 'a&b=c#d"<>', podcast: 'é /?' })) {
    expect(link).toMatch(/^[a-z]+:[\w/?=%:.~!*'()-]+$/);
  }
});

test('tells phones from desktops by their user agent', () => {
  expect(isMobileAgent('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)')).toBe(true);
  expect(isMobileAgent('Mozilla/5.0 (Linux; Android 15; Pixel 9)')).toBe(true);
  expect(isMobileAgent('Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0')).toBe(false);
  expect(isMobileAgent('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')).toBe(false);
});
