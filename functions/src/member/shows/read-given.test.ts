import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readGiven } from './read-given.ts';

const FEED = 'https://feeds.example/show.xml';
const CODED = encodeURIComponent(FEED);
const GUID = '917393e3-1b1e-5cef-ace4-edaa54e1f810';

const APPLE = [
  'https://podcasts.apple.com/us/podcast/acquired/id1050462261',
  'https://podcasts.apple.com/de/podcast/acquired/id1050462261?i=1000600000000',
  'https://podcasts.apple.com/podcast/id1050462261',
  'podcasts.apple.com/us/podcast/acquired/id1050462261',
  'https://itunes.apple.com/us/podcast/acquired/id1050462261?mt=2',
  'https://geo.itunes.apple.com/us/podcast/id1050462261',
  'itms-podcasts://podcasts.apple.com/us/podcast/id1050462261',
  'https://overcast.fm/itunes1050462261/acquired',
  'https://pca.st/itunes/1050462261',
  'https://castro.fm/itunes/1050462261',
  'https://www.podbean.com/itunes/1050462261',
  'https://pod.link/1050462261',
  'https://pod.link/1050462261/episode/6c6f6e67',
  'https://www.podchaser.com/podcasts/itunes/1050462261',
  'https://castbox.fm/vic/1050462261',
  'https://goodpods.com/podcasts-aid/1050462261',
  'https://podfollow.com/1050462261',
  'https://episodes.fm/1050462261',
  'https://plinkhq.com/i/1050462261',
  'https://www.podcastrepublic.net/podcast/1050462261',
];

const IN_THE_LINK = [
  `https://antennapod.org/deeplink/subscribe?url=${CODED}`,
  `https://www.antennapod.org/deeplink/subscribe/?url=${CODED}&title=Show`,
  `https://gpodder.net/subscribe?url=${CODED}`,
  `https://podcastaddict.com/feed/${CODED}`,
  `https://podcastaddict.com/feed/${FEED}`,
  `https://player.fm/subscribe?id=${CODED}`,
  `https://player.fm/subscribe/${FEED}`,
  'https://subscribeonandroid.com/feeds.example/show.xml',
  'https://www.subscribeonandroid.com/feeds.example/show.xml',
  'feed://feeds.example/show.xml',
  `feed:${FEED}`,
  'pcast://feeds.example/show.xml',
  'itpc://feeds.example/show.xml',
  'podcast://feeds.example/show.xml',
  'antennapod-subscribe://feeds.example/show.xml',
  'pktc://subscribe/feeds.example/show.xml',
  'castro://subscribe/feeds.example/show.xml',
  `overcast://x-callback-url/add?url=${CODED}`,
  FEED,
  ` ${FEED}\n`,
  `<${FEED}>`,
  `${FEED}#top`,
  'feeds.example/show.xml',
  `Listen to Show: ${FEED} now`,
];

const INDEX = [
  'https://podcastindex.org/podcast/920666',
  `https://podcastindex.org/podcast/${GUID}`,
  `https://podcastindex.org/podcast?guid=${GUID}`,
  `https://truefans.fm/${GUID}`,
  `https://castamatic.com/guid/${GUID}`,
];

const YOUTUBE = [
  [
    'https://www.youtube.com/channel/UCBJycsmduvYEL83R_U4JriQ',
    'https://www.youtube.com/feeds/videos.xml?channel_id=UCBJycsmduvYEL83R_U4JriQ',
  ],
  [
    'https://m.youtube.com/playlist?list=PLabc-123',
    'https://www.youtube.com/feeds/videos.xml?playlist_id=PLabc-123',
  ],
  [
    'https://youtube.com/watch?v=abc&list=PLabc-123',
    'https://www.youtube.com/feeds/videos.xml?playlist_id=PLabc-123',
  ],
  [
    'https://www.youtube.com/user/acquired',
    'https://www.youtube.com/feeds/videos.xml?user=acquired',
  ],
  ['https://www.youtube.com/@AcquiredFM', 'https://www.youtube.com/@AcquiredFM'],
] as const;

const TITLED = [
  ['https://open.spotify.com/show/7Fj0XEuUQLUqoMZQdsLXqp?si=1', 'Spotify', undefined],
  ['https://open.spotify.com/intl-de/show/7Fj0XEuUQLUqoMZQdsLXqp', 'Spotify', undefined],
  ['https://open.spotify.com/episode/7Fj0XEuUQLUqoMZQdsLXqp', 'Spotify', undefined],
  [`https://music.amazon.com/podcasts/${GUID}/acquired`, 'Amazon Music', 'acquired'],
  [`https://music.amazon.co.uk/podcasts/${GUID}/the-daily`, 'Amazon Music', 'the daily'],
  ['https://www.deezer.com/us/show/1047282', 'Deezer', undefined],
  ['https://music.youtube.com/playlist?list=PLabc', 'YouTube Music', undefined],
  ['https://www.iheart.com/podcast/1119-acquired-30963405/', 'iHeart', 'acquired'],
  ['https://www.audible.com/pd/Acquired-Podcast/B08JJNG3T7', 'Audible', 'Acquired Podcast'],
] as const;

const PAGES = [
  'https://www.acquired.fm/',
  'https://castro.fm/podcast/f00-ba4',
  'https://pca.st/a1b2c3',
  `https://pocketcasts.com/podcasts/${GUID}`,
  'https://overcast.fm/+ABC123',
  'https://www.podchaser.com/podcasts/acquired-12345',
  'https://player.fm/series/acquired',
  'https://podcastaddict.com/podcast/acquired/1234567',
] as const;

describe('readGiven', () => {
  test.each(APPLE)('finds Apple’s number in %s', (given) => {
    expect(readGiven(given)).toEqual({ kind: 'apple', id: '1050462261' });
  });

  test.each(IN_THE_LINK)('finds the feed in %s', (given) => {
    expect(readGiven(given)).toEqual({ kind: 'address', url: FEED });
  });

  test.each(INDEX)('recognises the Podcast Index in %s', (given) => {
    expect(readGiven(given)).toEqual({ kind: 'index' });
  });

  test.each(YOUTUBE)('reads %s as a feed of videos', (given, url) => {
    expect(readGiven(given)).toEqual({ kind: 'address', url });
  });

  test.each(TITLED)('finds only a title in %s', (given, service, title) => {
    expect(readGiven(given)).toMatchObject({ kind: 'titled', service, ...(title && { title }) });
  });

  test.each(PAGES)('reads %s as a page', (given) => {
    expect(readGiven(given)).toMatchObject({ kind: 'address' });
  });

  test('a bare host can also be a name', () => {
    expect(readGiven('Node.js')).toEqual({
      kind: 'address',
      url: 'https://node.js/',
      name: 'Node.js',
    });
    expect(readGiven('https://node.js')).toEqual({ kind: 'address', url: 'https://node.js/' });
  });

  test('derives the feed from a Podbean site', () => {
    const feed = 'https://feed.podbean.com/macrovoices/feed.xml';
    expect(readGiven('https://macrovoices.podbean.com/')).toEqual({ kind: 'address', url: feed });
    expect(readGiven(feed)).toEqual({ kind: 'address', url: feed });
  });

  test.each([
    'Podcast: the film',
    'Feed: us',
    'Acquired',
    'The Daily',
    'S.O.S. radio',
    '99% Invisible',
    'Wait... what?',
  ])('reads %s as a name', (name) =>
    expect(readGiven(`  ${name} `)).toEqual({ kind: 'name', name }),
  );

  test('a link to a service for subscribers only is exclusive', () => {
    expect(readGiven('https://luminarypodcasts.com/listen/a/b')).toEqual({
      kind: 'exclusive',
      service: 'Luminary',
    });
  });

  test.each([
    'https://ada:secret@feeds.example/show.xml',
    'https://www.patreon.com/rss/show?auth=abc',
    `https://antennapod.org/deeplink/subscribe?url=${encodeURIComponent('https://show.supercast.com/feeds/a')}`,
    `https://podcastaddict.com/feed/${encodeURIComponent('https://feeds.example/rss?token=abc')}`,
    'feed://feeds.example/rss?token=abc',
    'https://podbean.com/premium/ab12?token=1',
  ])('refuses the private address in %s', (given) => {
    expect(readGiven(given)).toEqual({ kind: 'private' });
  });

  test.each([
    'ftp://feeds.example/a',
    'javascript://alert(1)',
    'file:///etc/passwd',
    '   ',
    'https://',
  ])('reads %j as unknown', (given) => expect(readGiven(given)).toEqual({ kind: 'unknown' }));
});

test('answers any text, with http(s) addresses only', () => {
  const host = fc.constantFrom(
    'podcasts.apple.com',
    'pca.st',
    'youtube.com',
    'player.fm',
    'a.podbean.com',
  );
  const link = fc.tuple(host, fc.webPath(), fc.webQueryParameters());
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        link.map(([name, path, query]) => `https://${name}${path}?${query}`),
      ),
      (given) => {
        const lead = readGiven(given);
        if (lead.kind === 'address') expect(new URL(lead.url).protocol).toMatch(/^https?:$/);
      },
    ),
  );
});
