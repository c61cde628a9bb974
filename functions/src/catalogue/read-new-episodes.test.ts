import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../contract/index.ts';
import { AppError } from '../platform/app-error.ts';
import type { Catalogue } from './sqlite/sqlite-database.ts';
import { itemIdentity } from './refresh/item-identity.ts';
import { episodesIngestedSince } from './sqlite/sqlite-new-episodes.ts';
import { storeFeed } from './sqlite/sqlite-store-feed.ts';
import { feedItem, NOW, readingOf, temporaryCatalogue } from './test-catalogue.ts';

const FEED = 'https://show.example/feed';

function titles(catalogue: Catalogue, sinceMs: number, publishedSinceMs = 0): string[] {
  return Array.from(
    episodesIngestedSince(catalogue, sinceMs, publishedSinceMs),
    ({ title }) => title,
  );
}

test('a new episode comes with the whole of its text and the key it is known by', () => {
  const catalogue = temporaryCatalogue();
  const description = 'word '.repeat(1900).trim();
  const item = feedItem({ title: 'On graphs', description, image: 'https://show.example/c.jpg' });
  storeFeed(catalogue, FEED, readingOf([item]), NOW);
  expect([...episodesIngestedSince(catalogue, NOW, 0)]).toEqual([
    {
      key: item.link,
      item: `${FEED} ${itemIdentity(item).toUpperCase()}`,
      title: 'On graphs',
      podcast: 'The Show',
      publisher: 'The Publisher',
      description,
      link: item.link,
      image: 'https://show.example/c.jpg',
      pubDateMs: NOW - HOUR_MS,
      ingestedAtMs: NOW,
    },
  ]);
});

test('an episode without a page is known by its audio, one without a cover has none', () => {
  const catalogue = temporaryCatalogue();
  const audio = 'https://audio.example/only.mp3';
  storeFeed(catalogue, FEED, readingOf([feedItem({ link: null, audio })]), NOW);
  const [episode] = episodesIngestedSince(catalogue, 0, 0);
  expect(episode).toMatchObject({ key: audio, link: audio, image: '' });
});

test('an episode stays the same item of its feed when its addresses change, and is another in another feed', () => {
  const catalogue = temporaryCatalogue();
  const item = feedItem();
  const known = () => Array.from(episodesIngestedSince(catalogue, 0, 0), (episode) => episode.item);
  storeFeed(catalogue, FEED, readingOf([item]), NOW);
  const before = known();
  const moved = { ...item, link: 'https://moved.example/1', audio: null };
  storeFeed(catalogue, FEED, readingOf([moved]), NOW + HOUR_MS);
  expect(known()).toEqual(before);
  storeFeed(catalogue, 'https://other.example/feed', readingOf([moved]), NOW + HOUR_MS);
  expect(new Set(known()).size).toBe(2);
});

test('episodes count from the millisecond they were stored in and the second they were published in', () => {
  const catalogue = temporaryCatalogue();
  const items = [
    feedItem({ title: 'newer', publishedAtMs: NOW - HOUR_MS }),
    feedItem({ title: 'older', publishedAtMs: NOW - DAY_MS }),
  ];
  storeFeed(catalogue, FEED, readingOf(items), NOW);
  expect(titles(catalogue, NOW)).toEqual(['newer', 'older']);
  expect(titles(catalogue, NOW - 0.5)).toEqual(['newer', 'older']);
  expect(titles(catalogue, NOW + 1)).toEqual([]);
  expect(titles(catalogue, NOW, NOW - DAY_MS)).toEqual(['newer', 'older']);
  expect(titles(catalogue, NOW, NOW - DAY_MS + 1000)).toEqual(['newer']);
  expect(titles(catalogue, -1, -1)).toEqual(['newer', 'older']);
});

test('an episode that is only updated is not stored anew', () => {
  const catalogue = temporaryCatalogue();
  const item = feedItem();
  storeFeed(catalogue, FEED, readingOf([item]), NOW);
  storeFeed(catalogue, FEED, readingOf([{ ...item, title: 'Renamed' }]), NOW + HOUR_MS);
  expect(titles(catalogue, NOW + 1)).toEqual([]);
  expect(titles(catalogue, NOW)).toEqual(['Renamed']);
});

test('more episodes than one page come newest first, each once, also within one second', () => {
  const catalogue = temporaryCatalogue();
  const items = Array.from({ length: 601 }, (_, age) =>
    feedItem({ title: `age ${age}`, publishedAtMs: NOW - HOUR_MS - Math.floor(age / 300) * 1000 }),
  );
  storeFeed(catalogue, FEED, readingOf(items), NOW);
  expect(titles(catalogue, NOW)).toEqual(items.map(({ title }) => title));
});

test('a catalogue replaced between two pages does not end the reading', () => {
  const catalogue = temporaryCatalogue();
  const items = Array.from({ length: 300 }, () => feedItem());
  storeFeed(catalogue, FEED, readingOf(items), NOW);
  const episodes = episodesIngestedSince(catalogue, NOW, 0);
  episodes.next();
  catalogue.startAnew();
  expect([...episodes]).toHaveLength(249);
});

test('a catalogue that cannot be read is said to be so', () => {
  const catalogue = temporaryCatalogue();
  catalogue.connection().exec('DROP TABLE episodes');
  expect(() => titles(catalogue, 0)).toThrow(AppError);
});
