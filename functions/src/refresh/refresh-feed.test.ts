import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../contract/index.ts';
import { type FeedFetch, type FeedValidators, NO_VALIDATORS } from '../feeds/feed-model.ts';
import { feedItem, NOW, readingOf } from '../catalogue/testing/test-catalogue.ts';
import { ENGINES } from '../catalogue/testing/test-engines.ts';
import { refreshCatalogue } from './refresh-catalogue.ts';
import { refreshFeed } from './refresh-feed.ts';
import { claimFeeds, listFeeds } from '../catalogue/queue/feed-queue.ts';
import { feedRecord } from '../catalogue/store/feeds.ts';

const FIRST = 'https://first.example/feed';
const NEW = 'https://new.example/feed';
const DAY_APART = [0, 1, 2].map((age) => feedItem({ publishedAtMs: NOW - HOUR_MS - age * DAY_MS }));

describe.each(ENGINES)('a feed in $engine', ({ open }) => {
  /** The feed is in a long list, because every feed of a short list is fetched every 15 minutes. */
  async function opened(answer: (url: string) => Partial<Extract<FeedFetch, { kind: 'fetched' }>>) {
    const { catalogue } = await open();
    const asked: { url: string; validators: FeedValidators }[] = [];
    let read = 0;
    const others = Array.from({ length: 1000 }, (_, at) => ({ url: `https://o.example/${at}` }));
    const list = [{ url: FIRST }, ...others].map(({ url }) => ({ url, host: new URL(url).host }));
    await catalogue.write(() => listFeeds(list, NOW));
    return {
      catalogue,
      asked,
      read: () => read,
      record: () => catalogue.read(() => feedRecord(FIRST)),
      async refreshAt(now: number) {
        // Claims the feed even if it is not due.
        const [feed] = await catalogue.write(() =>
          claimFeeds({ now, dueMs: now, limit: 1, among: [FIRST] }),
        );
        return refreshFeed(feed!, {
          catalogue,
          now,
          readFile: () => Promise.reject(new Error('no files here')),
          readFeed: () => {
            read += 1;
            return readingOf(DAY_APART);
          },
          fetchFeed: (url, validators) => {
            asked.push({ url, validators });
            const bytes = Buffer.from('the same');
            const fetched = {
              kind: 'fetched',
              bytes,
              contentType: null,
              validators: NO_VALIDATORS,
            } as const;
            return Promise.resolve({ ...fetched, ...answer(url) });
          },
        });
      },
    };
  }

  it('does not parse identical bytes again, and stores the newest validators', async () => {
    let etag = '"1"';
    const feed = await opened(() => ({ validators: { etag, lastModified: null } }));
    expect(await feed.refreshAt(NOW)).toMatchObject({ status: 'refreshed', new: 3 });
    etag = '"2"';
    expect(await feed.refreshAt(NOW + HOUR_MS)).toMatchObject({ status: 'unchanged' });
    expect(feed.read()).toBe(1);
    expect((await feed.record()).validators.etag).toBe('"2"');
    expect((await feed.record()).gapMs).toBe(DAY_MS);
  });

  it('schedules the next fetch by rhythm, news and max-age', async () => {
    const feed = await opened(() => ({ maxAgeMs: 5 * HOUR_MS }));
    await feed.refreshAt(NOW);
    expect(await feed.record()).toMatchObject({
      intervalMs: 5 * HOUR_MS,
      newestAtMs: NOW - HOUR_MS,
    });
    await feed.refreshAt(NOW + HOUR_MS);
    expect((await feed.record()).intervalMs).toBe(6 * HOUR_MS);
    const again = await opened(() => ({}));
    await again.refreshAt(NOW);
    expect((await again.record()).intervalMs).toBe(3 * HOUR_MS);
    const { nextFetchAtMs } = await again.record();
    expect(Math.abs(nextFetchAtMs - NOW - 3 * HOUR_MS)).toBeLessThan(20 * MINUTE_MS);
  });

  it('fetches the target of a permanent redirect after a week, until it fails', async () => {
    let isBroken = false;
    const feed = await opened((url) =>
      url === NEW
        ? isBroken
          ? ({ kind: 'refused', code: 'gone', message: '' } as never)
          : {}
        : { movedTo: NEW },
    );
    const urlAfter = async (days: number) => {
      await feed.refreshAt(NOW + days * DAY_MS);
      return feed.asked.at(-1)?.url;
    };
    expect([await urlAfter(0), await urlAfter(6.9)]).toEqual([FIRST, FIRST]);
    expect([await urlAfter(7), (await feed.record()).host]).toEqual([NEW, 'new.example']);
    expect([await urlAfter(8), await urlAfter(20)]).toEqual([NEW, NEW]);
    isBroken = true;
    expect([await urlAfter(21), (await feed.record()).host]).toEqual([NEW, 'first.example']);
    expect(await urlAfter(22)).toBe(FIRST);
  });

  it('neither fetches nor stores a private target of a redirect', async () => {
    const feed = await opened(() => ({ movedTo: 'https://show.supercast.com/feeds/abc' }));
    await feed.refreshAt(NOW);
    await feed.refreshAt(NOW + 8 * DAY_MS);
    expect(feed.asked.map(({ url }) => url)).toEqual([FIRST, FIRST]);
    expect(await feed.record()).toMatchObject({ movedTo: null, movedAtMs: null });
  });

  it('fetches the first address if the redirect changes or ends', async () => {
    let movedTo: string | undefined = NEW;
    const feed = await opened(() => (movedTo === undefined ? {} : { movedTo }));
    await feed.refreshAt(NOW);
    movedTo = 'https://other.example/feed';
    await feed.refreshAt(NOW + 6 * DAY_MS);
    await feed.refreshAt(NOW + 8 * DAY_MS);
    expect(feed.asked.at(-1)?.url).toBe(FIRST);
    movedTo = undefined;
    await feed.refreshAt(NOW + 9 * DAY_MS);
    expect(await feed.record()).toMatchObject({ movedTo: null, movedAtMs: null });
  });
});

it('fetches every feed of a short list every 15 minutes', async () => {
  const { catalogue } = await ENGINES[0]!.open();
  await refreshCatalogue({
    catalogue,
    feeds: [{ url: FIRST }],
    now: NOW,
    readFile: () => Promise.reject(new Error('no files here')),
    readFeed: () => readingOf(DAY_APART),
    fetchFeed: () => Promise.resolve({ kind: 'unchanged', maxAgeMs: DAY_MS }),
  });
  expect((await catalogue.read(() => feedRecord(FIRST))).nextFetchAtMs).toBe(NOW + 15 * MINUTE_MS);
});
