import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readText } from '../fixtures/rss.ts';
import { parsePublicationDate } from './publication-date.ts';

/** Feeds of the kinds that people reported of podcast apps. */
const FOLDER = path.join(import.meta.dirname, 'fixtures', 'reported');
const textOf = (file: string) => readFileSync(path.join(FOLDER, file), 'utf8');

describe('dates', () => {
  const dates = JSON.parse(textOf('feed-dates/dates.json')) as string[];

  it.each(dates)('%s is of 23 November 2026', (written) => {
    const ms = parsePublicationDate(written) ?? NaN;
    expect(Math.abs(ms - Date.UTC(2026, 10, 23, 12))).toBeLessThan(16 * 3_600_000);
  });

  it('of a feed in which each is written in another way are read', () => {
    const { items, unread } = readText(textOf('feed-dates/a.xml'));
    expect(items).toHaveLength(dates.length);
    expect(unread).toBeUndefined();
  });

  it('of an archive are those of the archive', () => {
    const archive = textOf('feed-dates/b-old-archive.xml');
    const { items } = readText(archive);
    expect(items).toHaveLength(60);
    for (const { publishedAtMs } of items) {
      expect(new Date(publishedAtMs ?? 0).getUTCFullYear()).toBe(2019);
    }
    const unread = readText(archive.replaceAll(/Mon, \w+ /g, 'Nivôse '));
    expect(unread.unread).toEqual({ 'unread-date': 60 });
    expect(unread.items.every(({ around }) => around?.afterMs === null)).toBe(true);
  });
});
