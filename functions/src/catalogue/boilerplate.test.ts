import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../contract/index.ts';
import { feedItem, NOW, readingOf } from './testing/test-catalogue.ts';
import { ENGINES } from './testing/test-engines.ts';
import { newEpisodes } from './testing/new-episodes.ts';
import { storeFeed } from './store/store-feed.ts';
import { exportFeed, importFeed } from './store/copy-feed.ts';

const URL = 'https://show.example/feed';
const TOPICS = ['Mars', 'Venus', 'Saturn', 'Pluto'];
const ADVERT = 'Learn more about Acme rockets at shop.example.com.';
const notesOf = (topic: string, line = ADVERT) => `A probe has landed on ${topic}.\n${line}`;
/** One episode every five days, newest first. */
const items = (topics = TOPICS, from = 0) =>
  topics.map((topic, at) =>
    feedItem({
      title: `On ${topic}`,
      guid: topic,
      link: `https://show.example/${topic}`,
      description: notesOf(topic),
      publishedAtMs: NOW - (from + at * 5) * DAY_MS,
    }),
  );

describe.each(ENGINES)('what a feed says in all of its episodes', ({ engine, open }) => {
  test(`${engine} does not find it by default, and says how many more there are`, async () => {
    const { catalogue, checkIndex } = await open();
    await catalogue.write(() => storeFeed(URL, readingOf(items()), NOW));
    const once = feedItem({ description: 'How Acme builds rockets.', publishedAtMs: NOW });
    await catalogue.write(() => storeFeed('https://other.example/feed', readingOf([once]), NOW));
    const ask = (keyword: string, repeated?: boolean) =>
      catalogue.query({ keywords: [keyword], limit: 2, totalLimit: 10, repeated });

    expect(await ask('Acme')).toMatchObject({ total: 1, repeatedMore: 4 });
    expect((await ask('Acme')).episodes.map(({ title }) => title)).toEqual([once.title]);
    const all = await ask('Acme', true);
    expect(all).toMatchObject({ total: 5, episodes: [{}, { title: 'On Mars' }] });
    expect(all).not.toHaveProperty('repeatedMore');
    expect(all.episodes[1]?.description).toBe(
      'A probe has landed on Mars.\nLearn more about >>>Acme<<< rockets at shop.example.com.',
    );
    expect(await ask('Pluto')).toEqual({
      total: 1,
      episodes: [
        expect.objectContaining({ description: 'A probe has landed on >>>Pluto<<<.' }) as unknown,
      ],
    });
    await checkIndex();
  });

  test(`${engine} answers questions of several parts alike`, async () => {
    const { catalogue } = await open();
    await catalogue.write(() => storeFeed(URL, readingOf(items()), NOW));
    const ask = async (keyword: string, repeated: boolean) => {
      const query = { keywords: [keyword], limit: 10, totalLimit: 10, repeated };
      const { episodes, repeatedMore } = await catalogue.query(query);
      return [episodes.map(({ title }) => title.slice(3)), repeatedMore];
    };
    expect(await ask('+Acme +Mars', false)).toEqual([[], 1]);
    expect(await ask('+Acme +Mars', true)).toEqual([['Mars'], undefined]);
    expect(await ask('+probe -Acme', false)).toEqual([TOPICS, undefined]);
    expect(await ask('+probe -Acme', true)).toEqual([[], undefined]);
    expect(await ask('+rock* +title:Venus', true)).toEqual([['Venus'], undefined]);
    expect(await ask('+Acme +title:Venus', false)).toEqual([[], 1]);
    expect(await ask('show:"The Show" -title:Mars +Acme', true)).toEqual([
      TOPICS.slice(1),
      undefined,
    ]);
  });

  test(`${engine} does not tell alerts of it`, async () => {
    const { catalogue } = await open();
    await catalogue.write(() => storeFeed(URL, readingOf(items()), NOW));
    const descriptions: string[] = [];
    for await (const { description } of newEpisodes(catalogue, 0, 0))
      descriptions.push(description);
    expect(descriptions).toEqual(TOPICS.map((topic) => `A probe has landed on ${topic}.`));
  });

  test(`${engine} finds by title, show and publisher whatever stands in all notes`, async () => {
    const { catalogue } = await open();
    const feed = items().map((item) => ({ ...item, description: ADVERT }));
    const reading = readingOf(feed, { title: 'Acme Weekly', publisher: 'Learn More Media' });
    await catalogue.write(() => storeFeed(URL, reading, NOW));
    for (const keyword of ['Acme', 'Learn more', 'On Pluto']) {
      const query = { keywords: [keyword], limit: 10, totalLimit: 10 };
      const { total, episodes } = await catalogue.query(query);
      expect(total).toBe(keyword === 'On Pluto' ? 1 : 4);
      // Boilerplate is shown if there are no other notes.
      expect(episodes[0]?.description).toContain('rockets at shop.example.com');
    }
  });

  test(`${engine} corrects what was stored before it was known`, async () => {
    const { catalogue, checkIndex } = await open();
    const [newest, ...before] = items();
    for (const count of [1, 2, 3]) {
      const known = before.slice(-count);
      // The feed now lists only its newest episode.
      await catalogue.write(() => storeFeed(URL, readingOf(known.slice(0, 1)), NOW));
    }
    const ask = () => catalogue.query({ keywords: ['Acme'], limit: 10, totalLimit: 10 });
    const atFirst = await ask();
    const outcome = await catalogue.write(() => storeFeed(URL, readingOf([newest!]), NOW));
    expect(outcome).toMatchObject({ new: 1 });
    expect(await ask()).toEqual({ episodes: [], total: 0, repeatedMore: 4 });
    expect(atFirst.total).toBeLessThan(4);
    const exported = await catalogue.read(() => exportFeed(URL));
    expect(exported?.episodes.map(({ description }) => description)).toEqual(
      TOPICS.toReversed().map((topic) => `A probe has landed on ${topic}.`),
    );
    await checkIndex();
    expect(await catalogue.write(() => storeFeed(URL, readingOf([newest!]), NOW))).toMatchObject({
      new: 0,
      updated: 0,
      unchanged: 1,
    });
  });

  test(`${engine} puts back what turns out to be said about an episode`, async () => {
    const { catalogue, checkIndex } = await open();
    await catalogue.write(() => storeFeed(URL, readingOf(items()), NOW));
    const changed = items().map((item) =>
      item.guid === 'Mars' ? item : { ...item, description: `On ${item.title}` },
    );
    const outcome = await catalogue.write(() => storeFeed(URL, readingOf(changed), NOW));
    expect(outcome).toMatchObject({ updated: 4 });
    const query = { keywords: ['Acme'], limit: 10, totalLimit: 10 };
    expect(await catalogue.query(query)).toMatchObject({
      total: 1,
      episodes: [{ description: notesOf('Mars').replace('Acme', '>>>Acme<<<') }],
    });
    await checkIndex();
  });

  test(`${engine} copies it with its feed, and forgets it with its episodes`, async () => {
    const { catalogue } = await open();
    await catalogue.write(() => storeFeed(URL, readingOf(items()), NOW));
    const { catalogue: other, checkIndex } = await open();
    const exported = await catalogue.read(() => exportFeed(URL));
    expect(await other.write(() => importFeed(exported!))).toBe(4);
    expect(await other.write(() => importFeed(exported!))).toBe(0);
    const query = { keywords: ['Acme'], limit: 10, totalLimit: 10 };
    expect(await other.query(query)).toMatchObject({ total: 0, repeatedMore: 4 });
    await other.prune(NOW + 30 * DAY_MS);
    expect(await other.query(query)).toMatchObject({ total: 0, repeatedMore: 2 });
    await checkIndex();
  });
});
