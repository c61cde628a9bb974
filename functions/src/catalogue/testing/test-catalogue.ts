import path from 'node:path';
import { onTestFinished } from 'vitest';
import { HOUR_MS } from '../../contract/index.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import type { FetchRecord } from '../store/feeds.ts';
import type { WritableCatalogue } from '../catalogue.ts';
import type { FeedItem, FeedReading, FeedShow } from '../../feeds/feed-model.ts';
import { openSqliteFile } from '../engines/sqlite/open-sqlite-file.ts';
import { writableSqliteCatalogue } from '../engines/sqlite/writable-sqlite.ts';
import type { SqliteFile } from '../engines/sqlite/sqlite-database.ts';

/** A Saturday noon. */
export const NOW = Date.UTC(2026, 10, 21, 12);

/** Opens a database that is closed and deleted after the test. */
export function temporarySqlite(file = path.join(temporaryFolder(), 'catalogue.db')): SqliteFile {
  const database = openSqliteFile(`file:${file}`);
  onTestFinished(() => database.close());
  return database;
}

export function temporaryCatalogue(file?: string): WritableCatalogue {
  return writableSqliteCatalogue(temporarySqlite(file));
}

export function fetchRecord(record: Partial<FetchRecord> = {}): FetchRecord {
  return {
    validators: { etag: null, lastModified: null },
    failures: 0,
    failure: null,
    fetchedAtMs: NOW,
    nextFetchAtMs: NOW + 1,
    intervalMs: 0,
    gapMs: null,
    newestAtMs: null,
    host: '',
    bodyHash: null,
    movedTo: null,
    movedAtMs: null,
    ...record,
  };
}

let made = 0;

/** A distinct item, one hour old. */
export function feedItem(item: Partial<FeedItem> = {}): FeedItem {
  made += 1;
  return {
    guid: `guid-${made}`,
    title: `Episode ${made}`,
    link: `https://show.example/${made}`,
    audio: `https://audio.example/${made}.mp3`,
    image: null,
    description: '',
    publishedAtMs: NOW - HOUR_MS,
    durationSeconds: null,
    transcripts: [],
    chapters: [],
    chapterFiles: [],
    persons: [],
    ...item,
  };
}

export function readingOf(
  items: FeedItem[],
  show: Partial<FeedShow> = {},
): Extract<FeedReading, { kind: 'read' }> {
  return {
    kind: 'read',
    show: {
      title: 'The Show',
      publisher: 'The Publisher',
      image: null,
      language: 'en',
      blocked: false,
      ...show,
    },
    items,
    itemsFound: items.length,
    dropped: {},
  };
}
