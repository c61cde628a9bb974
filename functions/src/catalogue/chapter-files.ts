import * as z from 'zod';
import type { ChapterColumns } from './chapters-text.ts';
import type { StorePlan } from './refresh/plan-store.ts';
import type { TranscriptRecord } from './transcripts/transcript-record.ts';
import { readTranscriptRow, TRANSCRIPT_COLUMN_NAMES } from './transcripts/transcript-row.ts';

/** An episode of a feed and its file of chapters, as far as they are known. */
export interface KnownFile {
  episodeId: number;
  /** Of the episode, hexadecimal. */
  identity: string;
  record: TranscriptRecord | null;
  /** Null of a file that was not read. */
  read: ChapterColumns | null;
}

/** As another catalogue knows it, by the episode's identity. */
export interface StoredChapterFile extends TranscriptRecord {
  identity: string;
  read: ChapterColumns | null;
}

/** The columns for {@link readKnownFiles} after the episode's id and identity. */
export const FILE_COLUMNS = `chapter_files.chapters, chapter_files.chapter_times, ${TRANSCRIPT_COLUMN_NAMES}`;

const text = z.string().nullable();
const knownRows = z.array(z.tuple([z.number(), z.string(), text, text]).rest(z.unknown()));

export function readKnownFiles(rows: unknown): KnownFile[] {
  return knownRows.parse(rows).map(([episodeId, identity, chapters, chapterTimes, ...values]) => ({
    ...{ episodeId, identity },
    record: values[0] === null ? null : readTranscriptRow(values),
    read: chapters === null || chapterTimes === null ? null : { chapters, chapterTimes },
  }));
}

/** What was read of the files, by the ids of the episodes. */
export function readChapters(known: readonly KnownFile[]): Map<number, ChapterColumns> {
  return new Map(known.flatMap(({ episodeId, read }) => (read ? [[episodeId, read]] : [])));
}

/** For another catalogue. */
export function storedFiles(known: readonly KnownFile[]): StoredChapterFile[] {
  return known.flatMap(({ identity, record, read }) =>
    record === null ? [] : [{ identity, ...record, read }],
  );
}

/** The chapters of an episode whose feed has none, until a file is read. */
export const NO_CHAPTERS: ChapterColumns = { chapters: '', chapterTimes: '' };

/** Whether a feed names any file; most do not. */
export function namesAnyFile(files: StorePlan['chapterFiles']): boolean {
  return [...files.values()].some((sources) => sources.length > 0);
}

/**
 * The plan, with the chapters that were read from files: a feed that writes an episode again knows nothing
 * of them. An episode that the feed no longer lists loses the chapters of a forgotten file.
 * @param read By the ids of the episodes.
 * @param forgotten The episodes whose files are forgotten.
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
