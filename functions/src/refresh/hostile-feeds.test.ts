import { statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../contract/index.ts';
import { showIdOf } from '../feeds/show-id.ts';
import type { FeedItem } from '../feeds/feed-model.ts';
import { NO_VALIDATORS } from '../feeds/feed-model.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import {
  feedItem,
  NOW,
  readingOf,
  temporaryCatalogue,
} from '../catalogue/testing/test-catalogue.ts';
import type { FollowedShows } from './followed-shows.ts';
import { refreshCatalogue } from './refresh-catalogue.ts';

const LISTED = 'https://listed.example/feed';
const HOSTILE = Array.from({ length: 10 }, (_, at) => `https://hostile-${at}.example/feed`);
const ITEMS = 2_000;
const LONG_NOTES = Array.from({ length: 600 }, (_, at) => `w${(at * 7_919) % 9_973}`).join(' ');

function followedBy(person: string, urls: readonly string[]): FollowedShows {
  const standing = { followers: 1, sharers: [person], changedAtMs: NOW, title: 'Hostile' };
  return {
    changedSince: () =>
      Promise.resolve(urls.map((url) => ({ url, host: new URL(url).host, ...standing }))),
    awaited: () => Promise.resolve([]),
    failures: () => Promise.resolve(new Map()),
    setFailure: () => Promise.resolve(),
    setPublic: () => Promise.resolve(),
  };
}

it('one person’s feeds with new items at each fetch stay small, and listed shows stay complete', async () => {
  const file = path.join(temporaryFolder(), 'catalogue.db');
  const catalogue = temporaryCatalogue(file);
  const followed = followedBy('one', HOSTILE);
  let fetches = 0;
  const items = (url: string, now: number): FeedItem[] => {
    const recent = (at: number) => ({ publishedAtMs: now - at * MINUTE_MS });
    if (url === LISTED) {
      const hours = Math.round((now - NOW) / HOUR_MS) + 1;
      const bulletin = (at: number) => ({ guid: `b${at}`, publishedAtMs: NOW + at * HOUR_MS });
      return Array.from({ length: hours }, (_, at) =>
        feedItem({ title: `Bulletin number${at}`, ...bulletin(at) }),
      );
    }
    fetches += 1;
    return Array.from({ length: ITEMS }, (_, at) =>
      feedItem({ title: `Junk ${fetches} ${at}`, description: LONG_NOTES, ...recent(at) }),
    );
  };
  const refresh = (now: number) =>
    refreshCatalogue({
      catalogue,
      now,
      feeds: [{ url: LISTED }],
      followed,
      readFile: () => Promise.reject(new Error('no files')),
      fetchFeed: (url) => {
        const bytes = new TextEncoder().encode(`${url} ${now}`);
        return Promise.resolve({
          kind: 'fetched',
          bytes,
          contentType: null,
          validators: NO_VALIDATORS,
        });
      },
      readFeed: (bytes) => {
        const [url = '', at] = new TextDecoder().decode(bytes).split(' ');
        return readingOf(items(url, Number(at)), { title: url });
      },
    });
  const everyShow = [...HOSTILE, LISTED].map(showIdOf);
  const count = async (keyword: string) =>
    (await catalogue.query({ keywords: [keyword], limit: 1, totalLimit: 1e6, followed: everyShow }))
      .total;
  for (const hour of [0, 25]) {
    const summary = await refresh(NOW + hour * HOUR_MS);
    expect(summary.failed).toBe(0);
    expect(await count(`number${hour}`)).toBe(1);
  }
  // 2 000 for the person, and 100 for each of the other nine shows.
  expect(await count('junk')).toBeLessThanOrEqual(2_900);
  expect(await count('bulletin')).toBe(26);
  expect(statSync(file).size).toBeLessThan(40_000_000);
}, 120_000);
