import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../contract/index.ts';
import { feedItem, fetchRecord, NOW, readingOf } from '../testing/test-catalogue.ts';
import { ENGINES } from '../testing/test-engines.ts';
import { listFeeds } from '../queue/feed-queue.ts';
import { storeFeed } from '../store/store-feed.ts';
import { recordFetch } from '../store/feeds.ts';
import { followFeeds } from '../queue/followed-feeds.ts';
import { knownShows, showsByName } from './known-shows.ts';

const feedOf = (name: string) => ({ url: `https://${name}.example/feed`, host: `${name}.example` });

describe.each(ENGINES)('known shows on $engine', ({ open }) => {
  async function opened() {
    const { catalogue } = await open();
    const heard = feedOf('heard');
    await catalogue.write(() => listFeeds([heard], NOW));
    const reading = readingOf([feedItem({ image: 'https://heard.example/a.png' })]);
    const show = { ...reading.show, title: 'The Daily 100% Show', publisher: 'Heard & Co' };
    await catalogue.write(() => storeFeed(heard.url, { ...reading, show }, NOW));
    await catalogue.write(() => recordFetch(heard.url, fetchRecord({ newestAtMs: NOW - HOUR_MS })));
    const others = ['The Daily', 'Daily_Show', ''].map((title, at) => ({
      ...feedOf(`other${at}`),
      title,
      followers: 1,
      changedAtMs: NOW,
      isNamed: true,
    }));
    await catalogue.write(() => followFeeds(others, NOW));
    return { catalogue, heard };
  }

  it('finds shows by URL, with publisher and image of the newest episode', async () => {
    const { catalogue, heard } = await opened();
    expect(await catalogue.read(() => knownShows([]))).toEqual([]);
    expect(
      await catalogue.read(() => knownShows([heard.url, 'https://unknown.example/feed'])),
    ).toEqual([
      {
        url: heard.url,
        title: 'The Daily 100% Show',
        publisher: 'Heard & Co',
        image: 'https://heard.example/a.png',
        newestAtMs: NOW - HOUR_MS,
        isHeard: true,
        isPublic: true,
      },
    ]);
  });

  it('finds shows by all words of a name, fetched shows first', async () => {
    const { catalogue } = await opened();
    const titles = async (name: string, limit = 10) =>
      (await catalogue.read(() => showsByName(name, limit))).map(({ title }) => title);
    expect(await titles('the DAILY')).toEqual(['The Daily 100% Show', 'The Daily']);
    expect(await titles('daily')).toEqual(['The Daily 100% Show', 'The Daily', 'Daily_Show']);
    expect(await titles('daily', 1)).toEqual(['The Daily 100% Show']);
    expect(await titles('100%')).toEqual(['The Daily 100% Show']);
    expect(await titles('y_s')).toEqual(['Daily_Show']);
    for (const none of ['%', '_____', '\\', ' ', '', "'; DROP TABLE feeds"]) {
      expect(await titles(none)).toEqual(none === '%' ? ['The Daily 100% Show'] : []);
    }
  });

  it.each([
    ['Économie', ['Économie', 'Economie 2']],
    ['ÉCONOMIE', ['Économie', 'Economie 2']],
    ['economie', ['Économie', 'Economie 2']],
    ['nomie', ['Économie', 'Economie 2']],
    ['soren', ['Søren & Ich']],
    ['søren &', ['Søren & Ich']],
    ['人工智能', ['人工智能 播客']],
    ['智能 播客', ['人工智能 播客']],
    ['智能 广播', []],
    ['é', ['Économie', 'Economie 2', 'Søren & Ich']],
    ['…', []],
  ])('ignores case and accents in a name: %s', async (name, titles) => {
    const { catalogue } = await open();
    const shows = ['Économie', 'Economie 2', 'Søren & Ich', '人工智能 播客'];
    const followed = shows.map((title, at) => ({
      ...feedOf(`show${at}`),
      title,
      followers: 1,
      changedAtMs: NOW,
      isNamed: true,
    }));
    await catalogue.write(() => followFeeds(followed, NOW));
    const found = await catalogue.read(() => showsByName(name, 10));
    expect(found.map(({ title }) => title)).toEqual(titles);
    const [first] = await catalogue.read(() => showsByName(name, 1));
    expect(first?.title).toBe(titles[0]);
  });
});
