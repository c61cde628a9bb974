import * as z from 'zod';
import { FILE_COLUMNS, keepReadChapters, namesAnyFile, NO_CHAPTERS } from '../../chapter-files.ts';
import type { ChapterColumns } from '../../chapters-text.ts';
import { readEpisodeRow } from '../../episode-row.ts';
import type { StorePlan } from '../../refresh/plan-store.ts';
import { planTranscripts } from '../../transcripts/plan-transcripts.ts';
import type { TranscriptRecord } from '../../transcripts/transcript-record.ts';
import {
  readTranscriptRow,
  TRANSCRIPT_COLUMN_NAMES,
  TRANSCRIPT_COLUMNS,
  transcriptValues,
} from '../../transcripts/transcript-row.ts';
import { insertEpisodes, removeEpisodes } from '../postgres-episodes.ts';
import { EPISODE_SELECT } from '../postgres-schema.ts';
import { type SqlSession, storable } from '../sql-server.ts';

const COLUMNS = `id, encode(identity, 'hex'), ${FILE_COLUMNS}, ${TRANSCRIPT_COLUMN_NAMES}`;
const WITH_FILE = `
  SELECT ${COLUMNS} FROM chapter_files JOIN episodes ON id = episode_id
  WHERE chapter_files.feed_id = $1`;
const ALL = `
  SELECT ${COLUMNS} FROM episodes LEFT JOIN chapter_files ON episode_id = id
  WHERE episodes.feed_id = $1`;
const WRITE = `
  INSERT INTO chapter_files (episode_id, feed_id, ${TRANSCRIPT_COLUMN_NAMES})
  VALUES ($1, $2, ${TRANSCRIPT_COLUMNS.map((_, at) => `$${3 + at}`).join(', ')})
  ON CONFLICT (episode_id) DO UPDATE SET
    ${TRANSCRIPT_COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}`;
const REMOVE = 'DELETE FROM chapter_files WHERE episode_id = ANY ($1::text[]::bigint[])';
/** Only with the chapters that are to be replaced: those that an episode has of elsewhere stay. */
const EPISODE = `
  SELECT ${EPISODE_SELECT} FROM episodes WHERE id = $1 AND chapters = $2 AND chapter_times = $3`;

const text = z.string().nullable();
const knownRows = z.array(z.tuple([z.number(), z.string(), text, text]).rest(z.unknown()));

type Reading = { blocked: boolean; now: number };

async function knownFiles(session: SqlSession, feed: number, query: string) {
  return knownRows
    .parse(await session.rows(query, [feed]))
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
export async function forgetChapterFiles(
  session: SqlSession,
  feed: number,
  plan: StorePlan,
  reading: Reading,
): Promise<StorePlan> {
  const known = await knownFiles(session, feed, WITH_FILE);
  const read = new Map(known.flatMap(({ episodeId, read }) => (read ? [[episodeId, read]] : [])));
  const { remove } = planTranscripts(known, plan.chapterFiles, reading);
  for (const id of remove) {
    const before = read.get(id);
    if (before) await replaceChapters(session, { id, feed, before, after: NO_CHAPTERS });
  }
  await removeChapterFiles(session, remove);
  return keepReadChapters(plan, read, remove);
}

/** Gives an episode other chapters, and the words of them; `copies` of it are the caller's to mend. */
export async function replaceChapters(
  session: SqlSession,
  change: { id: number; feed: number; before: ChapterColumns; after: ChapterColumns },
): Promise<void> {
  const { id, feed, before, after } = change;
  const [values] = await session.rows(EPISODE, [id, before.chapters, before.chapterTimes]);
  if (values === undefined) return;
  await removeEpisodes(session, [id]);
  await insertEpisodes(session, feed, [{ id, row: { ...readEpisodeRow(values), ...after } }]);
}

/** Forgets the files of episodes that are gone. */
export async function removeChapterFiles(
  session: SqlSession,
  episodes: readonly number[],
): Promise<void> {
  if (episodes.length > 0) await session.rows(REMOVE, [episodes.map(String)]);
}

/** Remembers where the files of a feed's episodes are. To be called after the plan is carried out. */
export async function updateChapterFiles(
  session: SqlSession,
  feed: number,
  { chapterFiles }: StorePlan,
  reading: Reading,
): Promise<void> {
  if (!namesAnyFile(chapterFiles)) return;
  const known = await knownFiles(session, feed, ALL);
  const { write } = planTranscripts(known, chapterFiles, reading);
  for (const { episodeId, record } of write) {
    await session.rows(WRITE, [episodeId, feed, ...storableValues(record)]);
  }
}

export function storableValues(record: TranscriptRecord): (string | number | null)[] {
  return transcriptValues(record).map((value) =>
    typeof value === 'string' ? storable(value) : value,
  );
}
