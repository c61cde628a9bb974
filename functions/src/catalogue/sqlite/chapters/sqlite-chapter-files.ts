import type { Chapter } from '../../../feeds/feed-model.ts';
import {
  FILE_COLUMNS,
  keepReadChapters,
  namesAnyFile,
  NO_CHAPTERS,
  readChapters,
  readKnownFiles,
  type StoredChapterFile,
  storedFiles,
} from '../../chapter-files.ts';
import { type ChapterColumns, chapterColumns } from '../../chapters-text.ts';
import type { StorePlan } from '../../refresh/plan-store.ts';
import { CHAPTER_FILES } from '../../transcripts/file-table.ts';
import { planTranscripts } from '../../transcripts/plan-transcripts.ts';
import type { TranscriptRecord } from '../../transcripts/transcript-record.ts';
import { TRANSCRIPT_COLUMN_NAMES, transcriptValues } from '../../transcripts/transcript-row.ts';
import { PARAMETERS, writeFileRecord } from '../file-records.ts';
import {
  type Connection,
  inTransaction,
  prepared,
  type SqliteDatabase,
} from '../sqlite-database.ts';

const COLUMNS = `id, lower(hex(identity)), ${FILE_COLUMNS}`;
const WITH_FILE = `
  SELECT ${COLUMNS} FROM chapter_files JOIN episodes ON id = episode_id
  WHERE chapter_files.feed_id = ? ORDER BY id`;
const ALL = `
  SELECT ${COLUMNS} FROM episodes LEFT JOIN chapter_files ON episode_id = id
  WHERE episodes.feed_id = ?`;
const RECORD = `
  UPDATE chapter_files SET (${TRANSCRIPT_COLUMN_NAMES}) = (${PARAMETERS}), chapters = ?, chapter_times = ?
  WHERE episode_id = ? AND chapters IS NULL`;
/** Replaces one list of chapters with another: chapters from elsewhere stay. */
const REPLACE = `
  UPDATE episodes SET chapters = ?, chapter_times = ?
  WHERE id = ? AND chapters = ? AND chapter_times = ?`;

type Reading = { blocked: boolean; now: number };

function knownFiles(connection: Connection, feed: number, query: string) {
  return readKnownFiles(prepared(connection, query).raw().all(feed));
}

/**
 * Forgets the files that the feed no longer names, and the chapters read from them. Returns the plan with
 * the chapters of the other files. To be called before the plan is carried out.
 */
export function forgetChapterFiles(
  connection: Connection,
  feed: number,
  plan: StorePlan,
  reading: Reading,
): StorePlan {
  const known = knownFiles(connection, feed, WITH_FILE);
  const read = readChapters(known);
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

/**
 * Remembers where the chapter files of a feed's episodes are. To be called after the plan is carried out.
 */
export function updateChapterFiles(
  connection: Connection,
  feed: number,
  { chapterFiles }: StorePlan,
  reading: Reading,
): void {
  if (!namesAnyFile(chapterFiles)) return;
  const { write } = planTranscripts(knownFiles(connection, feed, ALL), chapterFiles, reading);
  for (const each of write) writeFileRecord(connection, CHAPTER_FILES, feed, each);
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

/** All files of chapters of a feed, for another catalogue. */
export function exportChapterFiles(connection: Connection, feed: number): StoredChapterFile[] {
  return storedFiles(knownFiles(connection, feed, WITH_FILE));
}

/** Stores what another catalogue knows of files; the chapters came with their episodes. */
export function importChapterFiles(
  connection: Connection,
  feed: number,
  files: readonly StoredChapterFile[],
): void {
  if (files.length === 0) return;
  const ids = new Map(
    knownFiles(connection, feed, ALL).map(({ identity, episodeId }) => [identity, episodeId]),
  );
  const keep = 'UPDATE chapter_files SET chapters = ?, chapter_times = ? WHERE episode_id = ?';
  for (const { identity, read, ...record } of files) {
    const episodeId = ids.get(identity);
    if (episodeId === undefined) continue;
    writeFileRecord(connection, CHAPTER_FILES, feed, { episodeId, record });
    if (read) prepared(connection, keep).run(read.chapters, read.chapterTimes, episodeId);
  }
}
