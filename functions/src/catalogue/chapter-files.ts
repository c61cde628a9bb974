import type { ChapterColumns } from './chapters-text.ts';
import type { StorePlan } from './refresh/plan-store.ts';

/** What an engine reads of a file of chapters; both null of one that was not read. */
export const FILE_COLUMNS = 'chapter_files.chapters, chapter_files.chapter_times';

/** What stands with an episode whose feed has no chapters, until a file is read. */
export const NO_CHAPTERS: ChapterColumns = { chapters: '', chapterTimes: '' };

/** Whether there is anything to remember of a feed; most name no file at all. */
export function namesAnyFile(files: StorePlan['chapterFiles']): boolean {
  return [...files.values()].some((sources) => sources.length > 0);
}

/**
 * The plan with the chapters that were read of files: a feed that writes an episode anew knows nothing of
 * them. Those of a forgotten file stand no longer with an episode that the feed does not list.
 * @param read By the ids of the episodes.
 * @param forgotten The episodes whose files are forgotten.
 */
export function keepReadChapters(
  plan: StorePlan,
  read: ReadonlyMap<number, ChapterColumns>,
  forgotten: readonly number[],
): StorePlan {
  const chaptersOf = ({ id, row }: StorePlan['update'][number]): Partial<ChapterColumns> => {
    if (forgotten.includes(id)) return plan.chapterFiles.has(row.identity) ? {} : NO_CHAPTERS;
    return row.chapters === '' ? (read.get(id) ?? {}) : {};
  };
  const update = plan.update.map(({ id, row }) => ({
    id,
    row: { ...row, ...chaptersOf({ id, row }) },
  }));
  return { ...plan, update };
}
