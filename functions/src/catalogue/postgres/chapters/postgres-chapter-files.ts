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
import type { ChapterColumns } from '../../chapters-text.ts';
import { readEpisodeRow } from '../../episode-row.ts';
import type { StorePlan } from '../../refresh/plan-store.ts';
import { CHAPTER_FILES } from '../../transcripts/file-table.ts';
import { planTranscripts } from '../../transcripts/plan-transcripts.ts';
import { writeFileRecord } from '../file-records.ts';
import { replaceEpisodes } from '../postgres-episodes.ts';
import { EPISODE_SELECT } from '../postgres-schema.ts';
import { type SqlSession, storable } from '../server/sql-server.ts';

const COLUMNS = `id, encode(identity, 'hex'), ${FILE_COLUMNS}`;
const WITH_FILE = `
  SELECT ${COLUMNS} FROM chapter_files JOIN episodes ON id = episode_id
  WHERE chapter_files.feed_id = $1 ORDER BY id`;
const ALL = `
  SELECT ${COLUMNS} FROM episodes LEFT JOIN chapter_files ON episode_id = id
  WHERE episodes.feed_id = $1`;
const REMOVE = 'DELETE FROM chapter_files WHERE episode_id = ANY ($1::text[]::bigint[])';
/** Only if the episode still has the chapters to be replaced: chapters from elsewhere stay. */
const EPISODE = `
  SELECT ${EPISODE_SELECT} FROM episodes WHERE id = $1 AND chapters = $2 AND chapter_times = $3`;

type Reading = { blocked: boolean; now: number };

async function knownFiles(session: SqlSession, feed: number, query: string) {
  return readKnownFiles(await session.rows(query, [feed]));
}

/**
 * Forgets the files that the feed no longer names, and the chapters read from them. Returns the plan with
 * the chapters of the other files. To be called before the plan is carried out.
 */
export async function forgetChapterFiles(
  session: SqlSession,
  feed: number,
  plan: StorePlan,
  reading: Reading,
): Promise<StorePlan> {
  const known = await knownFiles(session, feed, WITH_FILE);
  const read = readChapters(known);
  const { remove } = planTranscripts(known, plan.chapterFiles, reading);
  for (const id of remove) {
    const before = read.get(id);
    if (before) await replaceChapters(session, { id, feed, before, after: NO_CHAPTERS });
  }
  await removeChapterFiles(session, remove);
  return keepReadChapters(plan, read, remove);
}

/** Replaces an episode's chapters and their words in the index. */
export async function replaceChapters(
  session: SqlSession,
  change: { id: number; feed: number; before: ChapterColumns; after: ChapterColumns },
): Promise<void> {
  const { id, feed, before, after } = change;
  const [values] = await session.rows(EPISODE, [id, before.chapters, before.chapterTimes]);
  if (values === undefined) return;
  await replaceEpisodes(session, feed, [{ id, row: { ...readEpisodeRow(values), ...after } }]);
}

/** Forgets the files of episodes that are gone. */
export async function removeChapterFiles(
  session: SqlSession,
  episodes: readonly number[],
): Promise<void> {
  if (episodes.length > 0) await session.rows(REMOVE, [episodes.map(String)]);
}

/**
 * Remembers where the chapter files of a feed's episodes are. To be called after the plan is carried out.
 */
export async function updateChapterFiles(
  session: SqlSession,
  feed: number,
  { chapterFiles }: StorePlan,
  reading: Reading,
): Promise<void> {
  if (!namesAnyFile(chapterFiles)) return;
  const known = await knownFiles(session, feed, ALL);
  const { write } = planTranscripts(known, chapterFiles, reading);
  for (const each of write) await writeFileRecord(session, CHAPTER_FILES, feed, each);
}

/** All files of chapters of a feed, for another catalogue. */
export async function exportChapterFiles(
  session: SqlSession,
  feed: number,
): Promise<StoredChapterFile[]> {
  return storedFiles(await knownFiles(session, feed, WITH_FILE));
}

/** Stores what another catalogue knows of files; the chapters came with their episodes. */
export async function importChapterFiles(
  session: SqlSession,
  feed: number,
  ids: ReadonlyMap<string, number>,
  files: readonly StoredChapterFile[],
): Promise<void> {
  const keep = 'UPDATE chapter_files SET chapters = $2, chapter_times = $3 WHERE episode_id = $1';
  for (const { identity, read, ...record } of files) {
    const episodeId = ids.get(identity);
    if (episodeId === undefined) continue;
    await writeFileRecord(session, CHAPTER_FILES, feed, { episodeId, record });
    if (read) await session.rows(keep, [episodeId, storable(read.chapters), read.chapterTimes]);
  }
}
