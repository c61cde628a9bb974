import { describe, expect, it } from 'vitest';
import { episodeSchema, HOUR_MS } from '../contract/index.ts';
import { AppError } from '../platform/app-error.ts';
import type { Catalogue } from './sqlite/sqlite-database.ts';
import { queryCatalogue } from './sqlite/sqlite-query.ts';
import { storeFeed } from './sqlite/sqlite-store-feed.ts';
import { feedItem, NOW, readingOf, temporaryCatalogue } from './test-catalogue.ts';

const FEED = 'https://show.example/feed';

function search(catalogue: Catalogue, keyword: string, options: { startDateMs?: number } = {}) {
  return queryCatalogue(catalogue, { keywords: [keyword], limit: 3, totalLimit: 5, ...options });
}

function catalogueOf(count: number): Catalogue {
  const catalogue = temporaryCatalogue();
  const items = Array.from({ length: count }, (_, age) =>
    feedItem({ title: `word ${age}`, publishedAtMs: NOW - age * HOUR_MS }),
  );
  storeFeed(catalogue, FEED, readingOf(items.toReversed()), NOW);
  return catalogue;
}

describe('a query', () => {
  it('answers with the newest first, no more than wanted, and counts on up to the limit', () => {
    const answer = search(catalogueOf(4), 'word');
    expect(answer.episodes.map((episode) => episode.title)).toEqual(['word 0', 'word 1', 'word 2']);
    expect(answer.total).toBe(4);
    expect(search(catalogueOf(8), 'word').total).toBe(5);
  });

  it('puts episodes of the same second in the order of their feed', () => {
    const catalogue = temporaryCatalogue();
    const items = ['first', 'second', 'third'].map((name) => feedItem({ title: `word ${name}` }));
    storeFeed(catalogue, FEED, readingOf(items), NOW);
    expect(search(catalogue, 'word').episodes.map((episode) => episode.title)).toEqual([
      'word first',
      'word second',
      'word third',
    ]);
  });

  it('leaves out what is older than the start date, to the second', () => {
    const catalogue = catalogueOf(4);
    const startDateMs = NOW - HOUR_MS;
    expect(search(catalogue, 'word', { startDateMs }).total).toBe(2);
    expect(search(catalogue, 'word', { startDateMs: startDateMs + 1000 }).total).toBe(1);
  });

  it('finds nothing from a start date in the future, up to the last moment there is', () => {
    const catalogue = catalogueOf(4);
    for (const startDateMs of [NOW + HOUR_MS, 8_640_000_000_000_000]) {
      expect(search(catalogue, 'word', { startDateMs })).toEqual({ episodes: [], total: 0 });
    }
  });

  it('answers with episodes of the contract', () => {
    const catalogue = temporaryCatalogue();
    const item = feedItem({
      title: 'About it',
      link: 'https://show.example/about',
      audio: 'https://audio.example/about.mp3',
      image: 'https://show.example/cover.jpg',
      description: 'We speak of Ákos’ >>>work<<<.',
      publishedAtMs: NOW - 1234,
      durationSeconds: 2880,
    });
    storeFeed(catalogue, FEED, readingOf([item], { title: 'Pod', publisher: 'Pub' }), NOW);
    const [episode] = search(catalogue, 'akos').episodes;
    expect(episodeSchema.parse(episode)).toEqual(episode);
    expect(episode).toEqual({
      title: 'About it',
      link: 'https://show.example/about',
      podcast: 'Pod',
      publisher: 'Pub',
      image: 'https://show.example/cover.jpg',
      description: 'We speak of >>>Ákos<<<’ >>work<<.',
      audio: 'https://audio.example/about.mp3',
      pub_date_ms: NOW - 1234,
      duration_s: 2880,
    });
  });

  it('links to the audio of an episode without a page, and to the cover of the show without one', () => {
    const catalogue = temporaryCatalogue();
    const audioOnly = feedItem({ title: 'word', link: null, audio: 'https://audio.example/a.mp3' });
    const image = 'https://show.example/show.jpg';
    storeFeed(catalogue, FEED, readingOf([audioOnly], { image }), NOW);
    expect(search(catalogue, 'word').episodes[0]).toMatchObject({ link: audioOnly.audio, image });
  });

  it('has no audio, no duration and an empty image where the feed has none', () => {
    const catalogue = temporaryCatalogue();
    storeFeed(catalogue, FEED, readingOf([feedItem({ title: 'word', audio: null })]), NOW);
    const [episode] = search(catalogue, 'word').episodes;
    expect(episode).toMatchObject({ image: '' });
    expect(episode).not.toHaveProperty('audio');
    expect(episode).not.toHaveProperty('duration_s');
  });

  it('counts on behind the episodes it answers with, whatever else the catalogue holds', () => {
    const catalogue = catalogueOf(4);
    const others = Array.from({ length: 20 }, (_, age) =>
      feedItem({ title: `else ${age}`, publishedAtMs: NOW - age * HOUR_MS }),
    );
    storeFeed(catalogue, 'https://else.example/feed', readingOf(others), NOW);
    expect(search(catalogue, 'word')).toMatchObject({ total: 4 });
    expect(search(catalogue, 'word', { startDateMs: NOW - 2 * HOUR_MS }).total).toBe(3);
    expect(search(catalogue, 'else').total).toBe(5);
  });

  it('is ended before it begins when it would read too much of the index, and says so', () => {
    const catalogue = temporaryCatalogue();
    const items = Array.from({ length: 600 }, (_, age) =>
      feedItem({
        title: age === 7 ? 'of the rare' : 'the end of',
        publishedAtMs: NOW - age * HOUR_MS,
      }),
    );
    storeFeed(catalogue, FEED, readingOf(items), NOW);
    const ask = (keywords: string[], mostWork?: number) =>
      queryCatalogue(catalogue, { keywords, limit: 3, totalLimit: 5, mostWork });
    const refused = expect.objectContaining({ code: 'upstream-timeout' }) as Error;

    // Two words of 600 episodes each, nowhere side by side but in one.
    expect(ask(['of the']).total).toBe(1);
    expect(ask(['of the'], 1200).total).toBe(1);
    expect(() => ask(['of the'], 1100)).toThrow(refused);
    expect(() => ask(['the of', 'end the', 'of the'], 3000)).toThrow(refused);
    // A single word is found at each of its entries; a rare one lets the others be leapt over.
    expect(ask(['of', 'the', 'end', 'rare'], 1).total).toBe(5);
    expect(ask(['of the rare'], 600).total).toBe(1);
  });

  it('fails with a code when the catalogue cannot be read', () => {
    const catalogue = catalogueOf(1);
    catalogue.connection().exec('DROP TABLE episodes_fts');
    expect(() => search(catalogue, 'word')).toThrow(
      expect.objectContaining({ name: 'AppError', code: 'internal' }) as AppError,
    );
  });
});
