import * as z from 'zod';
import type { Chapter } from '../../../feeds/feed-model.ts';
import { FILE_COLUMNS, keepReadChapters, namesAnyFile, NO_CHAPTERS } from '../../chapter-files.ts';
import { type ChapterColumns, chapterColumns } from '../../chapters-text.ts';
import type { StorePlan } from '../../refresh/plan-store.ts';
import { planTranscripts } from '../../transcripts/plan-transcripts.ts';
import type { AwaitedTranscript, TranscriptRecord } from '../../transcripts/transcript-record.ts';
import {
  readTranscriptRow,
  TRANSCRIPT_COLUMN_NAMES,
  TRANSCRIPT_COLUMNS,
  transcriptValues,
} from '../../transcripts/transcript-row.ts';
import {
  type Connection,
  inTransaction,
  prepared,
  type SqliteDatabase,
} from '../sqlite-database.ts';

/** A clock that was put back since: what was decided then was decided by a wrong one. */
const AHEAD_MS = 60_000;

const COLUMNS = `id, lower(hex(identity)), ${FILE_COLUMNS}, ${TRANSCRIPT_COLUMN_NAMES}`;
const WITH_FILE = `
  SELECT ${COLUMNS} FROM chapter_files JOIN episodes ON id = episode_id
  WHERE chapter_files.feed_id = ?`;
const ALL = `
  SELECT ${COLUMNS} FROM episodes LEFT JOIN chapter_files ON episode_id = id
  WHERE episodes.feed_id = ?`;
const PARAMETERS = TRANSCRIPT_COLUMNS.map(() => '?').join(', ');
const WRITE = `
  INSERT INTO chapter_files (episode_id, feed_id, ${TRANSCRIPT_COLUMN_NAMES}) VALUES (?, ?, ${PARAMETERS})
  ON CONFLICT (episode_id) DO UPDATE SET
    ${TRANSCRIPT_COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}`;
const RECORD = `
  UPDATE chapter_files SET (${TRANSCRIPT_COLUMN_NAMES}) = (${PARAMETERS}), chapters = ?, chapter_times = ?
  WHERE episode_id = ? AND chapters IS NULL`;
const AWAITED = `
  SELECT episode_id, ${TRANSCRIPT_COLUMN_NAMES} FROM chapter_files
  WHERE chapters IS NULL AND (?1 OR next_try_at_ms <= ?2 OR tried_at_ms > ?2 + ${AHEAD_MS})
  ORDER BY episode_id DESC LIMIT ?3`;
/** From one list of chapters to another: those that an episode has of elsewhere stay. */
const REPLACE = `
  UPDATE episodes SET chapters = ?, chapter_times = ?
  WHERE id = ? AND chapters = ? AND chapter_times = ?`;

const text = z.string().nullable();
const rows = z.array(z.tuple([z.number()]).rest(z.unknown()));
const knownRows = z.array(z.tuple([z.number(), z.string(), text, text]).rest(z.unknown()));

type Reading = { blocked: boolean; now: number };

function knownFiles(connection: Connection, feed: number, query: string) {
  return knownRows
    .parse(prepared(connection, query).raw().all(feed))
    .map(([episodeId, identity, chapters, chapterTimes, ...values]) => ({
      ...{ episodeId, identity },
      record: values[0] === null ? null : readTranscriptRow(values),
      read: chapters === null || chapterTimes === null ? null : { chapters, chapterTimes },
    }));
}

/**
 * Forgets the files that the feed no longer names, with what was read in them. Answers with the plan, in
 * which episodes keep the chapters of the other files. To be called before the plan is carried out.
 */
export function forgetChapterFiles(
  connection: Connection,
  feed: number,
  plan: StorePlan,
  reading: Reading,
): StorePlan {
  const known = knownFiles(connection, feed, WITH_FILE);
  const read = new Map(known.flatMap(({ episodeId, read }) => (read ? [[episodeId, read]] : [])));
  const { remove } = planTranscripts(known, plan.chapterFiles, reading);
  for (const id of remove) {
    const before = read.get(id);
    if (before) replaceChapters(connection, id, before, NO_CHAPTERS);
    prepared(connection, 'DELETE FROM chapter_files WHERE episode_id = ?').run(id);
  }
  return keepReadChapters(plan, read, remove);
}

function replaceChapters(
  connection: Connection,
  id: number,
  before: ChapterColumns,
  after: ChapterColumns,
): void {
  prepared(connection, REPLACE).run(
    ...[after.chapters, after.chapterTimes, id, before.chapters, before.chapterTimes],
  );
}

/** Remembers where the files of a feed's episodes are. To be called after the plan is carried out. */
export function updateChapterFiles(
  connection: Connection,
  feed: number,
  { chapterFiles }: StorePlan,
  reading: Reading,
): void {
  if (!namesAnyFile(chapterFiles)) return;
  const { write } = planTranscripts(knownFiles(connection, feed, ALL), chapterFiles, reading);
  for (const { episodeId, record } of write) {
    prepared(connection, WRITE).run(episodeId, feed, ...transcriptValues(record));
  }
}

/** As {@link WritableCatalogue.awaitedChapters}. */
export function awaitedChaptersInSqlite(
  database: SqliteDatabase,
  now: number,
  { everyOne, limit }: { everyOne: boolean; limit: number },
): AwaitedTranscript[] {
  const found = prepared(database.connection(), AWAITED)
    .raw()
    .all(everyOne ? 1 : 0, now, limit);
  return rows
    .parse(found)
    .map(([episodeId, ...values]) => ({ episodeId, ...readTranscriptRow(values) }));
}

/** As {@link WritableCatalogue.recordChapters}. */
export function recordChaptersInSqlite(
  database: SqliteDatabase,
  episodeId: number,
  record: TranscriptRecord,
  read: readonly Chapter[] | null,
): void {
  const connection = database.connection();
  const columns = read === null ? null : chapterColumns(read);
  inTransaction(connection, () => {
    const { chapters = null, chapterTimes = null } = columns ?? {};
    const values = [...transcriptValues(record), chapters, chapterTimes, episodeId];
    const { changes } = prepared(connection, RECORD).run(...values);
    if (changes > 0 && columns) replaceChapters(connection, episodeId, NO_CHAPTERS, columns);
  });
}
