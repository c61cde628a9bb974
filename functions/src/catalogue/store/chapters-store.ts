import * as z from 'zod';
import type { Chapter } from '../../feeds/feed-model.ts';
import { type ChapterColumns, chapterColumns } from '../schema/chapters-text.ts';
import { episodeColumns, episodeRow } from '../schema/episode-row.ts';
import type { StorePlan } from './store-plan.ts';
import { planAttachments } from './plan-attachments.ts';
import type { AttachmentRecord } from './attachment-record.ts';
import {
  CHAPTER_FILES,
  knownAttachment,
  readKnownAttachment,
  recordParameters,
  ATTACHMENT_COLUMNS,
  attachmentValues,
  writeAttachments,
} from './attachments-store.ts';
import { engine, rows, run, type Work } from '../schema/work.ts';

interface KnownFile {
  episodeId: number;
  identity: string;
  record: AttachmentRecord | null;
  read: ChapterColumns | null;
}

const FILE_COLUMNS = `chapter_files.chapters, chapter_files.chapter_times, ${ATTACHMENT_COLUMNS}`;

const text = z.string().nullable();
const knownFile = z.object({ ...knownAttachment.shape, chapters: text, chapterTimes: text });

function readKnownFile(row: z.infer<typeof knownFile>): KnownFile {
  const { chapters, chapterTimes } = row;
  return {
    ...readKnownAttachment(row),
    read: chapters === null || chapterTimes === null ? null : { chapters, chapterTimes },
  };
}

function readChapters(known: readonly KnownFile[]): Map<number, ChapterColumns> {
  return new Map(known.flatMap(({ episodeId, read }) => (read ? [[episodeId, read]] : [])));
}

const NO_CHAPTERS: ChapterColumns = { chapters: '', chapterTimes: '' };

function namesAnyFile(files: StorePlan['chapterFiles']): boolean {
  return [...files.values()].some((sources) => sources.length > 0);
}

/**
 * Keeps chapters that were read from a file if the feed itself has none. An episode that the feed no longer lists
 * loses the chapters of a `forgotten` file.
 */
export function keepReadChapters(
  plan: StorePlan,
  read: ReadonlyMap<number, ChapterColumns>,
  forgotten: readonly number[],
): StorePlan {
  const gone = new Set(forgotten);
  const chaptersOf = ({ id, row }: StorePlan['update'][number]): Partial<ChapterColumns> => {
    if (gone.has(id)) return plan.chapterFiles.has(row.identity) ? {} : NO_CHAPTERS;
    return row.chapters === '' ? (read.get(id) ?? {}) : {};
  };
  const update = plan.update.map(({ id, row }) => ({
    id,
    row: { ...row, ...chaptersOf({ id, row }) },
  }));
  return { ...plan, update };
}

type Reading = { blocked: boolean; now: number };

export function* knownFiles(feed: number): Work<KnownFile[]> {
  const { hex } = yield* engine();
  const found = yield* rows(
    knownFile,
    `SELECT id, ${hex('identity')} AS identity, ${FILE_COLUMNS}
     FROM chapter_files JOIN episodes ON id = episode_id
     WHERE chapter_files.feed_id = $1 ORDER BY id`,
    feed,
  );
  return found.map(readKnownFile);
}

/**
 * Deletes chapter files that the feed no longer references. Returns the plan with the chapters of the remaining
 * files. Call it before the plan is executed.
 */
export function* forgetChapterFiles(
  feed: number,
  plan: StorePlan,
  reading: Reading,
): Work<StorePlan> {
  const known = yield* knownFiles(feed);
  const read = readChapters(known);
  const { remove } = planAttachments(known, plan.chapterFiles, reading);
  for (const id of remove) {
    const before = read.get(id);
    if (before) yield* replaceChapters({ id, feed, before, after: NO_CHAPTERS });
  }
  if (remove.length > 0) {
    const { among } = yield* engine();
    yield* run(`DELETE FROM chapter_files WHERE episode_id ${among('$1')}`, remove);
  }
  return keepReadChapters(plan, read, remove);
}

/** No effect unless the chapters equal `before`, so that chapters of another source stay. */
function* replaceChapters(change: {
  id: number;
  feed: number;
  before: ChapterColumns;
  after: ChapterColumns;
}): Work<void> {
  const { id, feed, before, after } = change;
  const { hex, replaceEpisodes } = yield* engine();
  const [row] = yield* rows(
    episodeRow,
    `SELECT ${episodeColumns(hex)} FROM episodes
     WHERE id = $1 AND chapters = $2 AND chapter_times = $3`,
    id,
    before.chapters,
    before.chapterTimes,
  );
  if (row === undefined) return;
  yield* replaceEpisodes(feed, [{ id, row: { ...row, ...after } }]);
}

/** Stores the sources of chapter files. Call it after the plan is executed. */
export function* updateChapterFiles(
  feed: number,
  { chapterFiles }: StorePlan,
  reading: Reading,
): Work<void> {
  if (!namesAnyFile(chapterFiles)) return;
  const { hex } = yield* engine();
  const known = yield* rows(
    knownFile,
    `SELECT id, ${hex('identity')} AS identity, ${FILE_COLUMNS}
     FROM episodes LEFT JOIN chapter_files ON episode_id = id WHERE episodes.feed_id = $1`,
    feed,
  );
  const { write } = planAttachments(known.map(readKnownFile), chapterFiles, reading);
  yield* writeAttachments(CHAPTER_FILES, feed, write);
}

/** No effect if the episode or its file is gone. */
export function* recordChapters(
  id: number,
  record: AttachmentRecord,
  read: readonly Chapter[] | null,
): Work<void> {
  const after = read === null ? null : chapterColumns(read);
  const [written] = yield* rows(
    z.object({ feedId: z.number() }),
    `UPDATE chapter_files SET (${ATTACHMENT_COLUMNS}, chapters, chapter_times) =
       (${recordParameters(3)}, $2, $3)
     WHERE episode_id = $1 AND chapters IS NULL RETURNING feed_id`,
    id,
    after?.chapters ?? null,
    after?.chapterTimes ?? null,
    ...attachmentValues(record),
  );
  if (written === undefined || after === null) return;
  yield* replaceChapters({ id, feed: written.feedId, before: NO_CHAPTERS, after });
}
