import { describe, expect, test } from 'vitest';
import type { FeedItem, FeedShow } from '../../feeds/feed-model.ts';
import { feedItem, NOW, readingOf } from '../testing/test-catalogue.ts';
import { planStore } from './plan-store.ts';

const ITEM = feedItem({
  image: 'https://show.example/1.png',
  description: 'About ledgers.',
  publishedAtMs: NOW,
  durationSeconds: 60,
});

/** Excludes the guid, which is the identity, and fields with their own tables. */
const CHANGES: Record<
  Exclude<keyof FeedItem, 'guid' | 'around' | 'transcripts' | 'chapterFiles'>,
  Partial<FeedItem>
> = {
  title: { title: 'Journals' },
  link: { link: 'https://show.example/one' },
  audio: { audio: 'https://show.example/one.mp3' },
  image: { image: 'https://show.example/one.png' },
  description: { description: 'About journals.' },
  publishedAtMs: { publishedAtMs: NOW - 1 },
  durationSeconds: { durationSeconds: 61 },
  chapters: { chapters: [{ startMs: 0, title: 'Hello' }] },
  persons: { persons: [{ name: 'Ada', role: null }] },
};
type NotStored = 'blocked' | 'locked' | 'guid' | 'image' | 'link' | 'newFeedUrl' | 'hub';
const SHOW_CHANGES: Record<Exclude<keyof FeedShow, NotStored>, Partial<FeedShow>> = {
  title: { title: 'Another Show' },
  publisher: { publisher: 'Somebody else' },
  language: { language: 'de' },
};

describe('a stored episode', () => {
  test.each(Object.entries(CHANGES))(
    'rewrites an episode when its %s changes',
    (_field, change) => {
      expect(writtenAfter(change, {})).toBe(1);
    },
  );

  test.each(Object.entries(SHOW_CHANGES))(
    "rewrites an episode when its show's %s changes",
    (_field, change) => {
      expect(writtenAfter({}, change)).toBe(1);
    },
  );

  test('does not rewrite an unchanged episode', () => {
    expect(writtenAfter({}, {})).toBe(0);
  });
});

/** Returns the number of updates and inserts after a second fetch. */
function writtenAfter(itemChange: Partial<FeedItem>, showChange: Partial<FeedShow>): number {
  const firstSeen = new Map<string, number>();
  const known = { dropped: {}, firstSeen, hasHistory: false, now: NOW };
  const first = planStore({ ...readingOf([ITEM]), ...known, stored: [] });
  const stored = first.insert.map((row) => ({ id: 1, ...row }));
  const again = readingOf([{ ...ITEM, ...itemChange }], showChange);
  const { update, insert } = planStore({ ...again, ...known, stored, now: NOW + 1 });
  return update.length + insert.length;
}
