import type { Episode, EpisodeChapter } from 'functions/contract';
import type { Mark } from './spoken-marks.ts';

/** Browsers seek with this tolerance, in seconds. */
const NEAR_S = 0.2;
/** "Previous" restarts the current chapter after this many seconds; before, it goes to the previous chapter. */
const HEARD_S = 3;

export function chapterMarks({ chapters = [] }: Episode): Mark[] {
  return chapters
    .filter(({ atMs }) => atMs > 0)
    .map(({ atMs, title }) => ({ atS: atMs / 1000, label: title }));
}

/** @param atS In seconds. Returns -1 before the first chapter. */
export function chapterAt(chapters: readonly EpisodeChapter[], atS: number): number {
  return chapters.findLastIndex(({ atMs }) => atMs / 1000 <= atS + NEAR_S);
}

/** Start of the next chapter in seconds; null in the last chapter. */
export function nextChapterAt(chapters: readonly EpisodeChapter[], atS: number): number | null {
  const next = chapters.find(({ atMs }) => atMs / 1000 > atS + NEAR_S);
  return next === undefined ? null : next.atMs / 1000;
}

/** Start of the current or previous chapter in seconds; 0 if there is none. */
export function previousChapterAt(chapters: readonly EpisodeChapter[], atS: number): number {
  return (chapters.findLast(({ atMs }) => atMs / 1000 < atS - HEARD_S)?.atMs ?? 0) / 1000;
}
