import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../contract/index.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { fetchFeed } from '../feeds/fetch/fetch-feed.ts';
import { readFeed } from '../feeds/read/read-feed.ts';
import { refreshCatalogue } from './refresh-catalogue.ts';
import { NOW } from '../catalogue/testing/test-catalogue.ts';
import { ENGINES, type TestEngine } from '../catalogue/testing/test-engines.ts';
import { serveOnLoopback } from '../testing/test-server.ts';

const QUARTER_MS = HOUR_MS / 4;

/** Each episode's age in days before NOW: negative in the future, null without a date. */
type Ages = Record<string, number | null>;

/** A feed whose host responds with 304 while the episodes are unchanged. */
async function showWith(open: TestEngine['open'], ages: Ages) {
  const feed = { ages, asked: 0 };
  const items = () =>
    Object.entries(feed.ages).map(([title, age]) => {
      const date = age === null ? '' : new Date(NOW - age * DAY_MS).toUTCString();
      return `<item><title>word ${title}</title><guid>${title}</guid>
        <link>https://show.example/${title}</link>${date && `<pubDate>${date}</pubDate>`}</item>`;
    });
  const url = await serveOnLoopback((request, response) => {
    feed.asked += 1;
    const etag = `"${Object.keys(feed.ages).join()}"`;
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else {
      const xml = `<rss version="2.0"><channel><title>Show</title>${items().join('')}</channel></rss>`;
      response.writeHead(200, { etag }).end(xml);
    }
  });
  const { catalogue } = await open();
  const refreshAt = async (now: number) => {
    const summary = await refreshCatalogue({
      catalogue,
      feeds: [{ url }],
      now,
      readFile,
      readFeed,
      fetchFeed: (address, validators) =>
        fetchFeed(address, validators, { allowPrivate: () => true }),
    });
    return summary.reports[0]?.status;
  };
  return { feed, refreshAt, titles: () => titlesIn(catalogue) };
}

async function titlesIn(catalogue: Catalogue): Promise<string[]> {
  const found = await catalogue.query({ keywords: ['word'], limit: 100, totalLimit: 100 });
  return found.episodes.map(({ title }) => title.replace('word ', ''));
}

describe.each(ENGINES)('in a catalogue of $engine', ({ open }) => {
  it('recovers all episodes after a clock that was a day ahead', async () => {
    const { feed, refreshAt, titles } = await showWith(open, { today: 0.1, old: 34.5 });
    await refreshAt(NOW);
    expect(await titles()).toEqual(['today', 'old']);
    await refreshAt(NOW + DAY_MS);
    expect(await titles()).toEqual(['today']);

    expect(await refreshAt(NOW + QUARTER_MS)).toBe('refreshed');
    expect(await titles()).toEqual(['today', 'old']);
    feed.ages = { new: 0, ...feed.ages };
    expect(await refreshAt(NOW + 2 * QUARTER_MS)).toBe('refreshed');
    expect(await titles()).toEqual(['new', 'today', 'old']);
  });

  it('keeps episodes and catches up after a clock that was a day behind', async () => {
    const { feed, refreshAt, titles } = await showWith(open, { today: 0.1, week: 7 });
    await refreshAt(NOW);
    feed.ages = { new: -0.1, ...feed.ages };
    expect(await refreshAt(NOW - DAY_MS + QUARTER_MS)).toBe('refreshed');
    expect(await titles()).toEqual(['today', 'week']);
    await refreshAt(NOW + QUARTER_MS);
    expect(await titles()).toEqual(['new', 'today', 'week']);
  });

  it('stores a future episode when it is due, even if the feed is unchanged', async () => {
    const { refreshAt, titles } = await showWith(open, { announced: -3, today: 0.1 });
    await refreshAt(NOW);
    expect(await titles()).toEqual(['today']);
    await refreshAt(NOW + 2.5 * DAY_MS);
    expect(await titles()).toEqual(['announced', 'today']);
  });

  it('corrects the date of an undated episode after a clock that was ahead', async () => {
    const { refreshAt, titles } = await showWith(open, { undated: null, today: 0.1 });
    await refreshAt(NOW + DAY_MS);
    await refreshAt(NOW);
    expect(await titles()).toEqual(['undated', 'today']);
    const { refreshAt: refreshOther, titles: other } = await showWith(open, { undated: null });
    await refreshOther(NOW + 3 * DAY_MS);
    await refreshOther(NOW);
    expect(await other()).toEqual(['undated']);
  });

  it('fetches feeds every 15 minutes however the clock jumps', async () => {
    const { feed, refreshAt } = await showWith(open, { today: 0.1 });
    for (const at of [0, DAY_MS, QUARTER_MS, 2 * QUARTER_MS, -DAY_MS, 3 * QUARTER_MS]) {
      await refreshAt(NOW + at);
    }
    expect(feed.asked).toBe(6);
    for (let minute = 0; minute < 10; minute += 1) {
      await refreshAt(NOW + 3 * QUARTER_MS + minute * 60_000);
    }
    expect(feed.asked).toBe(6);
  });
});
