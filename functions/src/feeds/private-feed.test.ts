import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPrivateFeed } from './private-feed.ts';

const SECRET = 'kT9xQ2mVb7Lr4ZpW8sYd';
const UUID = '3f0c1d52-9a7b-4a53-8d1e-6c2b7f9e0a41';

/** Address formats of services that give each subscriber a feed. */
const PRIVATE: Record<string, string[]> = {
  'a password': ['https://ada:lovelace@feeds.example/show.xml', 'https://ada@feeds.example/rss'],
  Patreon: [
    `https://www.patreon.com/rss/show?auth=${SECRET}`,
    'https://patreon.com/rss/show?show=1',
  ],
  Memberful: [
    `https://show.memberful.com/rss/9053?auth=${SECRET}`,
    `https://show.memberfulcontent.com/rss/9053?auth=${SECRET}`,
  ],
  Substack: [
    `https://api.substack.com/feed/podcast/1084089/private/${UUID}.rss`,
    `https://api.substack.com/feed/podcast/1084089/s/2/private/${UUID}.rss`,
  ],
  Supercast: [`https://feeds.supercast.com/${SECRET}`, `https://show.supercast.com/feeds/ab12`],
  'Supercast, its old host': ['https://show.supercast.tech/feeds/ab12'],
  'Supporting Cast': [
    'https://show.supportingcast.fm/content/eyJ0IjoicCIsImMiOiI5MSIsInUiOiIxIn0.rss',
    'https://www.supportingcast.fm/feed/ab12',
  ],
  Captivate: ['https://private.captivate.fm/ab12/', `https://feeds.captivate.fm/private/${UUID}/`],
  Castos: [`https://feeds.castos.com/mqv6?uuid=${UUID}`, `https://show.example/feed?uuid=${UUID}`],
  RedCircle: ['https://feeds.redcircle.com/pf/ab12', `https://redcircle.com/pf/${UUID}`],
  Transistor: ['https://subscribers.transistor.fm/b390b1089a13f0'],
  'Acast+': [`https://access.acast.com/rss/show/${SECRET}`, 'https://access.acast.com/rss/a/b'],
  'Spotify for Creators': [`https://anchor.fm/s/f7cac464/podcast/auth/${SECRET}/rss`],
  Podbean: [
    'https://feed.podbean.com/show/private/ab12.xml',
    'https://www.podbean.com/premium/show/feed.xml',
    `https://feed.podbean.com/show/feed.xml?token=${SECRET}`,
  ],
  Buzzsprout: [
    'https://feeds.buzzsprout.com/1889238/subscribers/ab12.rss',
    'https://feeds.buzzsprout.com/1889238/private/ab12.rss',
    'https://rss.buzzsprout.com/1889238.rss?subscriber_token=ab12',
  ],
  Art19: ['https://rss.art19.com/private/ab12', `https://rss.art19.com/show?token=${SECRET}`],
  Libsyn: [`https://premium.libsyn.com/show/rss`, `https://show.libsyn.com/rss?auth_token=ab12`],
  Blubrry: [
    'https://feeds.blubrry.com/feeds/private/1234.xml',
    'https://show.example/feed/premium/',
  ],
  Spreaker: ['https://www.spreaker.com/show/4273892/episodes/feed?key=ab12'],
  Omny: ['https://www.omnycontent.com/d/playlist/a/b/c/podcast.rss?apiKey=ab12'],
  Megaphone: ['https://feeds.megaphone.fm/nopriors?token=ab12'],
  'Hello Audio': [`https://app.helloaudio.fm/feed/${UUID}/rss`],
  Glow: ['https://feeds.glow.fm/ab12/rss', 'https://glow.fm/show/rss?u=1'],
  Steady: ['https://steadyhq.com/rss/show?auth=ab12'],
  'Petje af': [`https://feed.petje.af/show?membership=${UUID}`],
  'a member plugin': [
    'https://show.example/feed/podcast?secret=ab12',
    'https://show.example/feed/podcast?podcast_token=ab12',
    'https://members.show.example/feed.xml',
    'https://show.example/members-only/feed.xml',
  ],
  'a signed address': [
    'https://bucket.example/feed.xml?X-Amz-Signature=ab12',
    'https://bucket.example/feed.xml?Expires=1&Signature=ab12',
  ],
  'a random part': [
    `https://show.example/rss/${SECRET}`,
    `https://show.example/rss/${SECRET.slice(0, 12)}-${SECRET}.xml`,
    `https://show.example/${UUID}/feed.xml`,
    'https://show.example/feed/9f86d081884c7d659a2feaa0c55ad015.rss',
    `https://show.example/feed?user=${SECRET}`,
    `https://show.example/feed#token=${SECRET}`,
  ],
};

describe('private feeds', () => {
  test.each(Object.entries(PRIVATE))('detects a private feed: %s', (_service, addresses) => {
    for (const address of addresses) expect(isPrivateFeed(address), address).toBe(true);
  });
});

const LIST = path.join(import.meta.dirname, '../../feeds.opml');

function addressesIn(file: string): string[] {
  const found = readFileSync(file, 'utf8').matchAll(/xmlUrl="([^"]+)"/g);
  return [...found].map(([, address = '']) => address.replaceAll('&amp;', '&'));
}

describe('public feeds', () => {
  test('treats no feed of our list as private', () => {
    const addresses = addressesIn(LIST);
    expect(addresses.length).toBeGreaterThan(100);
    expect(addresses.filter(isPrivateFeed)).toEqual([]);
  });

  test.each([
    'https://feeds.acast.com/public/shows/2a145257-2580-4492-b655-737d774c00b8',
    'https://feeds.redcircle.com/2a145257-2580-4492-b655-737d774c00b8',
    'https://feeds.fountain.fm/UZSKQcrOnhqYS1JopxGg',
    'https://feeds.soundcloud.com/users/soundcloud:users:656797185/sounds.rss',
    'https://www.youtube.com/feeds/videos.xml?channel_id=UCBJycsmduvYEL83R_U4JriQ',
    'https://feeds.transistor.fm/practical-ai-machine-learning-data-science-llm',
    'https://www.example.com/the-privateers-podcast/feed/',
    'https://show.example/2-guys-1-microphone-and-40-years-of-records/rss.xml',
    'https://show.example/index.php?feed=podcast&category=technology-and-society',
    'https://show.example/TheVeryLongTitleOfAPodcastAboutTitles.xml',
    'https://premiumleague.example/rss',
    'https://show.example/feed?token=',
    'http://localhost:8080/feeds/a.xml',
    'no address at all',
    '',
  ])('treats %s as public', (address) => {
    expect(isPrivateFeed(address)).toBe(false);
  });
});

test('finds a token in any position and case', () => {
  const digits = fc.string({
    unit: fc.constantFrom(...'0123456789abcdef'.split('')),
    minLength: 32,
    maxLength: 64,
  });
  const random = fc.oneof(
    fc.uuid(),
    digits.filter((text) => /\d[a-f]+\d/.test(text)),
  );
  const position = fc.constantFrom(
    (secret: string) => `https://show.example/${secret}`,
    (secret: string) => `https://show.example/feeds/${secret}/podcast.xml`,
    (secret: string) => `https://show.example/feeds/${secret}.rss?format=mp3`,
    (secret: string) => `http://show.example:8080/rss?x=${secret}`,
    (secret: string) => `https://${secret}:x@show.example/rss`,
    (secret: string) => `https://feeds.megaphone.fm/show?ACCESS_TOKEN=${secret}`,
  );
  fc.assert(
    fc.property(random, position, fc.boolean(), (secret, put, isUpper) => {
      expect(isPrivateFeed(put(isUpper ? secret.toUpperCase() : secret))).toBe(true);
    }),
  );
});

test('returns a boolean for any text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true })), (text) => {
      expect(typeof isPrivateFeed(text)).toBe('boolean');
    }),
  );
});
