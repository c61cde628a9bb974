import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../contract/index.ts';
import { readFeed } from '../feeds/read/read-feed.ts';
import type { FeedFetch } from '../feeds/feed-model.ts';
import { temporaryCatalogue } from '../catalogue/testing/test-catalogue.ts';
import { isToBeReadInFull } from '../catalogue/queue/next-fetch.ts';
import { refreshCatalogue } from './refresh-catalogue.ts';

const textOf = (file: string) =>
  readFileSync(path.join(import.meta.dirname, 'fixtures', 'stuck-304', file));
const START = Date.UTC(2026, 10, 20);

test.each(Array.from({ length: 8 }, (_, at) => `https://s${at}.example/feed`))(
  'finds a new episode within a week on a host stuck at "not modified": %s',
  async (url) => {
    const catalogue = temporaryCatalogue();
    let body = textOf('before.xml');
    let inFull = 0;
    const refreshAt = (now: number) =>
      refreshCatalogue({
        catalogue,
        feeds: [{ url }],
        now,
        readFeed,
        readFile: () => Promise.reject(new Error('no files')),
        fetchFeed: (_, { etag }): Promise<FeedFetch> => {
          if (etag !== null) return Promise.resolve({ kind: 'unchanged' });
          inFull += 1;
          const validators = { etag: '"63f7-6d8b"', lastModified: 'Thu, 23 Feb 2023 13:00:14 GMT' };
          return Promise.resolve({ kind: 'fetched', bytes: body, contentType: null, validators });
        },
      });
    await refreshAt(START);
    body = textOf('after.xml');
    for (let hours = 6; hours <= 7 * 24; hours += 6) await refreshAt(START + hours * HOUR_MS);
    expect(inFull).toBe(2);
    const { total } = await catalogue.query({ keywords: ['Ilse Brandt'], limit: 1, totalLimit: 1 });
    expect(total).toBe(1);
  },
);

it('fetches once without validators after an unusual silence', () => {
  const hoursInFull = (gapMs: number | null) =>
    Array.from({ length: 24 * 5 }, (_, hour) => hour).filter((hour) =>
      isToBeReadInFull(
        {
          gapMs,
          newestAtMs: START,
          nextFetchAtMs: 0,
          fetchedAtMs: START + (hour - 1) * HOUR_MS,
        },
        'https://s.example/feed',
        START + hour * HOUR_MS,
      ),
    );
  const weekly = hoursInFull(null);
  expect(hoursInFull(DAY_MS)).toEqual([48, ...weekly].toSorted((one, other) => one - other));
  expect(hoursInFull(HOUR_MS)).toEqual([24, ...weekly].toSorted((one, other) => one - other));
});
