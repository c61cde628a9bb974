import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../functions/src/contract/index.ts';
import type { FeedItem, FeedReading } from '../../functions/src/feeds/feed-model.ts';
import { shiftDates } from './shift-dates.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

function item(title: string, publishedAtMs: number | null): FeedItem {
  return {
    guid: title,
    title,
    link: null,
    audio: null,
    image: null,
    description: '',
    publishedAtMs,
    durationSeconds: null,
    transcripts: [],
    chapters: [],
    chapterFiles: [],
    persons: [],
  };
}

function reading(items: FeedItem[]): FeedReading {
  const show = { title: '', publisher: '', image: null, language: null, blocked: false };
  return { kind: 'read', show, items, itemsFound: items.length, dropped: {} };
}

describe('shifted dates', () => {
  it('keep their order and lie evenly within the last 28 days', () => {
    const shifted = shiftDates(
      reading([item('old', 1), item('undated', null), item('new', 3), item('middle', 2)]),
      NOW,
    );
    expect(shifted).toMatchObject({
      items: [
        { title: 'new', publishedAtMs: NOW - 3.5 * DAY_MS },
        { title: 'middle', publishedAtMs: NOW - 10.5 * DAY_MS },
        { title: 'old', publishedAtMs: NOW - 17.5 * DAY_MS },
        { title: 'undated', publishedAtMs: NOW - 24.5 * DAY_MS },
      ],
    });
  });

  it('are none where there is no feed', () => {
    const refused: FeedReading = { kind: 'refused', code: 'empty', message: 'x' };
    expect(shiftDates(refused, NOW)).toBe(refused);
    expect(shiftDates(reading([]), NOW)).toEqual(reading([]));
  });
});
