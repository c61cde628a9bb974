import { describe, expect, it, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../contract/index.ts';
import { topicCounts } from '../catalogue/store/topic-counts.ts';
import { storeFeed } from '../catalogue/store/store-feed.ts';
import { followFeeds } from '../catalogue/queue/followed-feeds.ts';
import { feedItem, NOW, readingOf } from '../catalogue/testing/test-catalogue.ts';
import { ENGINES } from '../catalogue/testing/test-engines.ts';
import { AppError } from '../platform/app-error.ts';
import { keepLog } from '../testing/test-log.ts';
import { countTopics } from './count-topics.ts';

const TOPICS = [
  { path: '/company/openai', keywords: ['OpenAI'] },
  { path: '/vc/nea', keywords: ['NEA', 'New Enterprise Associates'] },
];
const NO_MENTIONS = Array<number>(14).fill(0);

describe.each(ENGINES)('counting topics in $engine', ({ open }) => {
  async function opened() {
    keepLog();
    const { catalogue } = await open();
    const publish = (daysAgo: readonly number[], title: string, url = 'https://a.example/feed') => {
      const items = daysAgo.map((days, at) =>
        feedItem({ title: `${title} ${at}`, publishedAtMs: NOW - days * DAY_MS }),
      );
      return catalogue.write(() => storeFeed(url, readingOf(items), NOW));
    };
    const counts = (now = NOW) => catalogue.read(() => topicCounts(now));
    return { catalogue, publish, counts };
  }

  it('counts two weeks of mentions, as a search does', async () => {
    const { catalogue, publish, counts } = await opened();
    expect(await counts()).toEqual({});
    await publish([0, 0, 1, 6, 7, 13, 14, 20], 'About OpenAI');
    await countTopics(catalogue, TOPICS, { now: NOW });
    expect(await counts()).toEqual({
      '/company/openai': [1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 2],
      '/vc/nea': NO_MENTIONS,
    });
    expect(await counts(NOW + 2 * DAY_MS)).toEqual({});
  });

  it('leaves out followers-only shows', async () => {
    const { catalogue, publish, counts } = await opened();
    const url = 'https://hidden.example/feed';
    const hidden = { url, host: 'hidden.example', title: 'Club', followers: 1, changedAtMs: NOW };
    await catalogue.write(() => followFeeds([hidden], NOW));
    await publish([0], 'About OpenAI', url);
    await countTopics(catalogue, TOPICS, { now: NOW });
    expect((await counts())['/company/openai']).toEqual(NO_MENTIONS);
  });

  it('counts once an hour, or on demand', async () => {
    const { catalogue, publish, counts } = await opened();
    await countTopics(catalogue, TOPICS, { now: NOW });
    await publish([0], 'About OpenAI');
    const today = async () => (await counts())['/company/openai']?.at(-1);
    await countTopics(catalogue, TOPICS, { now: NOW + 45 * MINUTE_MS });
    expect(await today()).toBe(0);
    await countTopics(catalogue, TOPICS, { now: NOW + 45 * MINUTE_MS, again: true });
    expect(await today()).toBe(1);
    await publish([0, 0], 'About OpenAI, too', 'https://b.example/feed');
    await countTopics(catalogue, TOPICS, { now: NOW + 45 * MINUTE_MS + HOUR_MS });
    expect(await today()).toBe(3);
  });

  it('stores no number, rather than zero, if counting takes too long', async () => {
    const { catalogue, counts } = await opened();
    const { query } = catalogue;
    vi.spyOn(catalogue, 'query').mockImplementation((asked) =>
      asked.keywords.includes('OpenAI')
        ? Promise.reject(new AppError('upstream-timeout', 'late'))
        : query(asked),
    );
    await countTopics(catalogue, TOPICS, { now: NOW });
    expect(Object.keys(await counts())).toEqual(['/vc/nea']);
    await countTopics(catalogue, TOPICS, { now: NOW, again: true, countForMs: -1 });
    expect(await counts()).toEqual({});
  });
});
