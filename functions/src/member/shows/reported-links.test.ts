import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodeFeed } from '../../feeds/read/feed-decoding.ts';
import { previewShows } from './preview-shows.ts';
import { type Lead, readGiven } from './read-given.ts';

const FOLDER = path.join(import.meta.dirname, 'fixtures');

const FEED = 'https://feeds.example.com/rss';
const APPLE = { kind: 'apple', id: '1234567890' };
const of = (service: string) => ({ kind: 'titled', service });
const FEED_LEAD = { kind: 'address', url: FEED };

/** Second column of `links.tsv` → expected lead. */
const MEANING: Record<string, Partial<Record<string, unknown>>> = {
  apple: APPLE,
  spotify: of('Spotify'),
  'spotify (short link)': of('Spotify'),
  deezer: of('Deezer'),
  'deezer short': of('Deezer'),
  iheart: of('iHeart'),
  audible: of('Audible'),
  'page or anchor feed': { kind: 'address' },
  page: { kind: 'address' },
  address: { kind: 'address' },
  youtube: { kind: 'address' },
  'youtube list': { kind: 'address', url: expect.stringContaining('playlist_id=PLabc') },
  'say that it is one video': { kind: 'video' },
  'feed in the link': FEED_LEAD,
  'address without the bracket': FEED_LEAD,
  'address behind google': FEED_LEAD,
  index: { kind: 'index' },
  private: { kind: 'private' },
};

const LINKS = readFileSync(path.join(FOLDER, 'links/links.tsv'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t') as [string, string]);

test.each(LINKS)('reads %s as %s', (given, meaning) => {
  expect(MEANING).toHaveProperty([meaning]);
  expect(readGiven(given)).toMatchObject(MEANING[meaning] ?? {});
});

describe('a link in a sentence', () => {
  const ends = [')', ',', '),', '.', '!', '”', '>', ']', "'", '?!', '…)'];
  test.each(ends)('ends the link before %s', (end) => {
    const cut = end === '…)' ? `${FEED}…` : FEED;
    expect(readGiven(FEED + end)).toEqual({ kind: 'address', url: new URL(cut).href });
    expect(readGiven(`Listen (to ${FEED}${end} now`)).toEqual({
      kind: 'address',
      url: new URL(cut).href,
    });
  });

  test('keeps brackets that are part of the link', () => {
    const url = 'https://feeds.example.com/show_(en)';
    expect(readGiven(url)).toEqual({ kind: 'address', url });
    expect(readGiven(`(${url})`)).toEqual({ kind: 'address', url });
  });

  test.each<[string, Partial<Lead>]>([
    ['spotify:show:7Fj0XEuUQLUqoMZQdsLXqp', { kind: 'titled', service: 'Spotify' }],
    ['spotify:episode:7Fj0XEuUQLUqoMZQdsLXqp', { kind: 'titled', service: 'Spotify' }],
    [`https://app.example/add?addrssfeed=${encodeURIComponent(FEED)}`, FEED_LEAD as Lead],
    ['https://app.example/?addrssfeed=feeds.example.com/rss', FEED_LEAD as Lead],
    ['https://app.example/?addrssfeed=https://feeds.example/rss?token=a', { kind: 'private' }],
    ['https://youtu.be/dQw4w9WgXcQ', { kind: 'video' }],
    ['https://www.youtube.com/shorts/dQw4w9WgXcQ', { kind: 'video' }],
    ['https://feedproxy.google.com/show', { kind: 'address' }],
    ['https://podcasts.google.com/feed/xyz', { kind: 'unknown' }],
  ])('reads the link %s', (given, lead) => expect(readGiven(given)).toMatchObject(lead));
});

describe('a list of shows', () => {
  const feedsIn = (file: string) => {
    const opml = decodeFeed(readFileSync(path.join(FOLDER, file)), null);
    return previewShows(opml, { followed: [], room: 9 })?.lines.map(
      (line) => ('feedUrl' in line ? line.feedUrl : undefined) ?? `✗ ${line.outcome}`,
    );
  };
  const numbered = (...names: string[]) => names.map((name) => `https://${name}.example/rss`);

  test.each([
    ['opml-no-body/a-direct.opml', numbered('one', 'two')],
    ['opml-no-body/b-bare-outlines.opml', numbered('one')],
    ['opml-no-body/c-nested-folders.opml', numbered('one')],
    ['opml-odd-attributes/a-lowercase.opml', numbered('one', 'two')],
    ['opml-odd-attributes/c-feed-scheme.opml', numbered('one', 'two', 'three', 'four')],
    ['opml-odd-attributes/d-utf16.opml', numbered('one')],
    ['opml-odd-attributes/e-doctype.opml', numbered('one')],
  ])('reads the feeds of the list %s', (file, feeds) => expect(feedsIn(file)).toEqual(feeds));
});
