import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../contract/index.ts';
import { fetchRecord, NOW } from '../testing/test-catalogue.ts';
import { ENGINES } from '../testing/test-engines.ts';
import {
  claimFeeds,
  type FeedClaim,
  feedQueue,
  LEASE_MS,
  listFeeds,
  nameFeeds,
  releaseFeeds,
} from './feed-queue.ts';
import { feedUrls, recordFetch } from '../store/feeds.ts';
import { exportFeed, importFeed } from '../testing/copy-feed.ts';

const feedAt = (host: string, name: string | number) => ({
  url: `https://${host}/${name}`,
  host,
});

describe.each(ENGINES)('the queue of feeds on $engine', ({ open }) => {
  async function opened() {
    const { catalogue } = await open();
    return {
      catalogue,
      claimed: async (claim: Partial<FeedClaim> = {}) => {
        const feeds = await catalogue.write(() =>
          claimFeeds({ now: NOW, dueMs: NOW, limit: 100, ...claim }),
        );
        return feeds.map(({ url }) => new URL(url).pathname.slice(1));
      },
    };
  }

  it('claims due feeds once, the earliest due first', async () => {
    const { catalogue, claimed } = await opened();
    const feeds = ['c', 'a', 'later', 'b'].map((name) => feedAt(`${name}.example`, name));
    await catalogue.write(() => listFeeds(feeds, NOW));
    const ages = { a: 3, b: 2, c: 1, later: -1 };
    for (const [name, age] of Object.entries(ages)) {
      await catalogue.write(() =>
        recordFetch(
          `https://${name}.example/${name}`,
          fetchRecord({
            host: new URL(`https://${name}.example/${name}`).host,
            nextFetchAtMs: NOW - age * MINUTE_MS,
          }),
        ),
      );
    }
    expect(await catalogue.read(() => feedQueue(NOW))).toEqual({
      feeds: 4,
      due: 3,
      lateMs: 3 * MINUTE_MS,
    });
    expect(await claimed({ limit: 2 })).toEqual(['a', 'b']);
    expect(await claimed()).toEqual(['c']);
    expect(await claimed()).toEqual([]);
    expect(await claimed({ dueMs: NOW + DAY_MS })).toEqual(['later']);
  });

  it('claims at most four feeds per host at a time, and feeds of other hosts meanwhile', async () => {
    const { catalogue, claimed } = await opened();
    const many = Array.from({ length: 700 }, (_, at) => feedAt('many.example', at));
    await catalogue.write(() => listFeeds([...many, feedAt('few.example', 'x')], NOW));
    for (const at of [1, 2, 3]) {
      await catalogue.write(() =>
        recordFetch(
          `https://many.example/${at}`,
          fetchRecord({
            host: new URL(`https://many.example/${at}`).host,
            nextFetchAtMs: NOW - DAY_MS + at,
          }),
        ),
      );
    }
    expect(await claimed()).toEqual(['1', '2', '3', expect.any(String)]);
    expect(await claimed()).toEqual(['x']);
    await catalogue.write(() =>
      recordFetch(
        'https://many.example/2',
        fetchRecord({
          host: new URL('https://many.example/2').host,
          nextFetchAtMs: NOW + MINUTE_MS,
        }),
      ),
    );
    await catalogue.write(() => releaseFeeds(['https://many.example/3']));
    expect(await claimed()).toEqual(['3', expect.any(String)]);
  });

  it('a lease ends after five minutes, and not before', async () => {
    const { catalogue, claimed } = await opened();
    await catalogue.write(() => listFeeds([feedAt('a.example', 'a')], NOW));
    expect(await claimed()).toEqual(['a']);
    await catalogue.write(() => listFeeds([feedAt('a.example', 'a')], NOW + LEASE_MS - 1));
    expect(await claimed({ now: NOW + LEASE_MS - 1 })).toEqual([]);
    expect(await claimed({ now: NOW + LEASE_MS })).toEqual(['a']);
  });

  it('a feed that leaves the list is stored but not fetched', async () => {
    const { catalogue, claimed } = await opened();
    const [a, b] = [feedAt('a.example', 'a'), feedAt('b.example', 'b')];
    await catalogue.write(() => listFeeds([a, b], NOW));
    await catalogue.write(() => listFeeds([b], NOW));
    expect(await claimed()).toEqual(['b']);
    expect(await catalogue.read(feedUrls)).toHaveLength(2);
    await catalogue.write(() => listFeeds([], NOW));
    expect(await catalogue.read(() => feedQueue(NOW))).toEqual({ feeds: 0, due: 0, lateMs: 0 });
    // A feed that returns to the list is due from now on.
    await catalogue.write(() =>
      recordFetch(
        a.url,
        fetchRecord({
          host: new URL(a.url).host,
          nextFetchAtMs: NOW - DAY_MS,
          fetchedAtMs: NOW - DAY_MS,
        }),
      ),
    );
    await catalogue.write(() => listFeeds([a], NOW));
    expect(await catalogue.read(() => feedQueue(NOW + MINUTE_MS))).toMatchObject({
      lateMs: MINUTE_MS,
    });
  });

  it('a listed feed becomes public, and followers keep it scheduled when it leaves the list', async () => {
    const { catalogue } = await opened();
    const a = feedAt('a.example', 'a');
    const standing = async () => (await catalogue.read(() => exportFeed(a.url)))!.standing;
    await catalogue.write(() => nameFeeds([a]));
    expect(await standing()).toMatchObject({ source: null, state: 'public' });
    const known = (await catalogue.read(() => exportFeed(a.url)))!;
    const hidden = { ...known.standing, source: 'person', state: 'followers' as const };
    await catalogue.write(() => importFeed({ ...known, standing: hidden }));
    await catalogue.write(() => listFeeds([a], NOW));
    const listed = { source: 'list', state: 'public', followed: 1 };
    expect(await standing()).toMatchObject(listed);
    await catalogue.write(() => listFeeds([], NOW));
    expect(await standing()).toMatchObject({ source: null, state: 'public' });
    await catalogue.write(() =>
      importFeed({ ...known, standing: { ...known.standing, followers: 1 } }),
    );
    await catalogue.write(() => listFeeds([a], NOW));
    await catalogue.write(() => listFeeds([], NOW));
    expect(await standing()).toMatchObject({ source: 'person', state: 'public', followed: 1 });
  });

  it('claims named feeds, even if leased, not due or not listed', async () => {
    const { catalogue, claimed } = await opened();
    const [a, b] = [feedAt('a.example', 'a'), feedAt('b.example', 'b')];
    await catalogue.write(() => listFeeds([a], NOW));
    expect(await claimed()).toEqual(['a']);
    await catalogue.write(() => nameFeeds([a, b]));
    expect((await claimed({ among: [a.url, b.url] })).sort()).toEqual(['a', 'b']);
    await catalogue.write(() =>
      recordFetch(b.url, fetchRecord({ host: new URL(b.url).host, nextFetchAtMs: NOW - 1 })),
    );
    expect(await catalogue.read(() => feedQueue(NOW))).toMatchObject({ feeds: 1 });
  });

  it('makes feeds due on request, and after the clock was put back', async () => {
    const { catalogue, claimed } = await opened();
    const a = feedAt('a.example', 'a');
    await catalogue.write(() => listFeeds([a], NOW));
    await catalogue.write(() =>
      recordFetch(
        a.url,
        fetchRecord({ host: new URL(a.url).host, nextFetchAtMs: NOW + MINUTE_MS }),
      ),
    );
    expect(await claimed()).toEqual([]);
    expect(await claimed({ dueMs: NOW + MINUTE_MS })).toEqual(['a']);
    await catalogue.write(() => listFeeds([a], NOW, true));
    expect(await claimed({ now: NOW + DAY_MS })).toEqual(['a']);
    await catalogue.write(() => listFeeds([a], NOW));
    expect(await claimed()).toEqual(['a']);
    await catalogue.write(() =>
      recordFetch(
        a.url,
        fetchRecord({
          host: new URL(a.url).host,
          nextFetchAtMs: NOW + 2 * DAY_MS,
          fetchedAtMs: NOW + DAY_MS,
        }),
      ),
    );
    await catalogue.write(() => listFeeds([a], NOW));
    expect(await claimed()).toEqual(['a']);
  });

  it('concurrent claims never overlap or exceed the limit per host', async () => {
    const { catalogue } = await opened();
    const feeds = Array.from({ length: 60 }, (_, at) => feedAt(`host${at % 6}.example`, at));
    await catalogue.write(() => listFeeds(feeds, NOW));
    const claims = await Promise.all(
      Array.from({ length: 4 }, () =>
        catalogue.write(() => claimFeeds({ now: NOW, dueMs: NOW, limit: 10 })),
      ),
    );
    const urls = claims.flat().map(({ url }) => url);
    expect(new Set(urls).size).toBe(urls.length);
    const hosts = urls.map((url) => new URL(url).host);
    const most = Math.max(...hosts.map((host) => hosts.filter((each) => each === host).length));
    expect([urls.length, most]).toEqual([24, 4]);
  });
});
