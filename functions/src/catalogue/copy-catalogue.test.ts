import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../contract/index.ts';
import type { Catalogue } from './catalogue.ts';
import { copyCatalogue } from './copy-catalogue.ts';
import { feedItem, NOW, readingOf } from './test-catalogue.ts';
import { ENGINES } from './test-engines.ts';

const PAIRS = ENGINES.flatMap((from) =>
  ENGINES.filter((to) => to !== from).map((to) => ({
    from,
    to,
    name: `${from.engine} to ${to.engine}`,
  })),
);

async function everything(catalogue: Catalogue) {
  const query = { keywords: ['word'], limit: 100, totalLimit: 1000 };
  const urls = await catalogue.feedUrls();
  return {
    feeds: await Promise.all(urls.sort().map((url) => catalogue.exportFeed(url))),
    contents: await catalogue.contents(),
    found: await catalogue.query(query),
  };
}

describe.each(PAIRS)('a copy from $name', ({ from, to }) => {
  it('holds the same, and done again writes only what has changed', async () => {
    const [{ catalogue: source }, target] = [await from.open(), await to.open()];
    const items = Array.from({ length: 8 }, (_, age) =>
      feedItem({ title: `word ${age}`, publishedAtMs: NOW - Math.floor(age / 3) * DAY_MS }),
    );
    const undated = feedItem({ title: 'word undated', publishedAtMs: null, durationSeconds: 60 });
    await source.storeFeed('https://a.example/feed', readingOf([...items, undated]), NOW);
    await source.storeFeed('https://b.example/feed', readingOf([feedItem()]), NOW);
    await source.recordFetch('https://c.example/feed', {
      validators: { etag: '"1"', lastModified: null },
      ...{ failures: 3, fetchedAtMs: NOW, nextFetchAtMs: NOW + 1, failure: 'timed-out' },
    });
    await source.finishRefresh(NOW);

    const progress: number[] = [];
    const copied = await copyCatalogue(source, target.catalogue, (done) => progress.push(done));
    expect([copied, progress]).toEqual([{ feeds: 3, written: 10 }, [1, 2, 3]]);
    expect(await everything(target.catalogue)).toEqual(await everything(source));
    await target.checkIndex();

    expect((await copyCatalogue(source, target.catalogue)).written).toBe(0);
    const changed = [{ ...items[0]!, title: 'word changed' }, ...items.slice(1)];
    await source.storeFeed('https://a.example/feed', readingOf(changed), NOW);
    expect((await copyCatalogue(source, target.catalogue)).written).toBe(9);
    expect(await everything(target.catalogue)).toEqual(await everything(source));
    await target.checkIndex();
    // What is stored there from now on does not come twice.
    const again = await target.catalogue.storeFeed(
      'https://a.example/feed',
      readingOf(changed),
      NOW,
    );
    expect(again).toMatchObject({ new: 0, updated: 0 });
  });
});
