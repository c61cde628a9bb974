import type { Episode, EpisodeChapter } from 'functions/contract';
import type { Mark } from './spoken-marks.ts';

/** Tolerance of a browser's seek, in seconds. */
const NEAR_S = 0.2;
/** "Previous" restarts the current chapter if more seconds of it than this have been played. */
const HEARD_S = 3;

/** The chapters' start times, for the seek bar; a chapter at 0 is left out. */
export function chapterMarks({ chapters = [] }: Episode): Mark[] {
  return chapters
    .filter(({ atMs }) => atMs > 0)
    .map(({ atMs, title }) => ({ atS: atMs / 1000, label: title }));
}

/** Index of the chapter at a position in seconds; -1 before the first. */
export function chapterAt(chapters: readonly EpisodeChapter[], atS: number): number {
  return chapters.findLastIndex(({ atMs }) => atMs / 1000 <= atS + NEAR_S);
}

/** Start of the next chapter in seconds; null in the last chapter. */
export function nextChapterAt(chapters: readonly EpisodeChapter[], atS: number): number | null {
  const next = chapters.find(({ atMs }) => atMs / 1000 > atS + NEAR_S);
  return next === undefined ? null : next.atMs / 1000;
}

/** The position that "previous" seeks to, in seconds: the start of the current chapter, of the previous one, or 0. */
export function previousChapterAt(chapters: readonly EpisodeChapter[], atS: number): number {
  return (chapters.findLast(({ atMs }) => atMs / 1000 < atS - HEARD_S)?.atMs ?? 0) / 1000;
}
