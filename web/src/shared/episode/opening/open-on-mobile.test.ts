import { expect, test } from 'vitest';
import { isMobileAgent } from '#shared/is-mobile-agent.ts';
import { openOnMobile } from './open-on-mobile.ts';
import { sampleEpisode } from '#shared/testing/sample-episode.ts';
import type { TryOutcome } from './try-app.ts';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)';

/** Opens an episode on an iPhone whose apps have these outcomes. Returns the actions. */
async function open(outcomes: TryOutcome[], { stopAt = '', taps = 4 } = {}) {
  const did: string[] = [];
  const controller = new AbortController();
  const result = await openOnMobile(sampleEpisode(), {
    signal: controller.signal,
    onTry: ({ name }) => {
      did.push(name);
      if (name === stopAt) controller.abort();
    },
    browser: {
      userAgent: IPHONE,
      mayTryApp: () => taps > 0,
      tryApp: (link) => {
        taps -= 1;
        did.push(link.split(':')[0] ?? '');
        return Promise.resolve(outcomes.shift() ?? 'silent');
      },
      openTab: (link) => void did.push(`tab ${link}`),
    },
  });
  return { result, did };
}

test('tries Apple, Spotify, Overcast and Pocket Casts, then opens the link in a tab', async () => {
  const { result, did } = await open(['silent', 'refused', 'silent', 'refused']);
  expect(result).toBe('tab');
  expect(did).toEqual([
    'Apple Podcasts',
    'podcasts',
    'Spotify',
    'spotify',
    'Overcast',
    'overcast',
    'Pocket Casts',
    'pktc',
    'tab https://shows.example/cost-of-thinking',
  ]);
});

test('stops at the first app that comes to the foreground', async () => {
  const { result, did } = await open(['silent', 'opened']);
  expect(result).toBe('app');
  expect(did).toEqual(['Apple Podcasts', 'podcasts', 'Spotify', 'spotify']);
});

test('skips apps that the browser would refuse, and opens the link at once', async () => {
  const { result, did } = await open([], { taps: 1 });
  expect(result).toBe('tab');
  expect(did).toEqual(['Apple Podcasts', 'podcasts', 'tab https://shows.example/cost-of-thinking']);
});

test('tries nothing more once stopped', async () => {
  const { result, did } = await open([], { stopAt: 'Spotify' });
  expect(result).toBe('stopped');
  expect(did).toEqual(['Apple Podcasts', 'podcasts', 'Spotify', 'spotify']);
});

test('distinguishes phones from desktops by their user agent', () => {
  expect(isMobileAgent(IPHONE)).toBe(true);
  expect(isMobileAgent('Mozilla/5.0 (Linux; Android 15; Pixel 9)')).toBe(true);
  expect(isMobileAgent('Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0')).toBe(false);
  expect(isMobileAgent('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')).toBe(false);
});
