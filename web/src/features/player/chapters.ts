import type { Episode, EpisodeChapter } from 'functions/contract';
import type { Mark } from './spoken-marks.ts';

/** How far from the wanted place a browser may start, seconds. */
const NEAR_S = 0.2;
/** After so much of a chapter, "previous" goes back to its own beginning first, seconds. */
const HEARD_S = 3;

/** Where the chapters begin; the beginning of the episode needs no mark. */
export function chapterMarks({ chapters = [] }: Episode): Mark[] {
  return chapters
    .filter(({ atMs }) => atMs > 0)
    .map(({ atMs, title }) => ({ atS: atMs / 1000, label: title }));
}

/** The index of the chapter that plays at a moment; -1 before the first one. */
export function chapterAt(chapters: readonly EpisodeChapter[], atS: number): number {
  return chapters.findLastIndex(({ atMs }) => atMs / 1000 <= atS + NEAR_S);
}

/** Where the next chapter begins, seconds; null after the last one begins. */
export function nextChapterAt(chapters: readonly EpisodeChapter[], atS: number): number | null {
  const next = chapters.find(({ atMs }) => atMs / 1000 > atS + NEAR_S);
  return next === undefined ? null : next.atMs / 1000;
}

/**
 * Where "previous" goes, seconds: to the beginning of the chapter, to the chapter before, or to the
 * beginning of the episode.
 */
export function previousChapterAt(chapters: readonly EpisodeChapter[], atS: number): number {
  return (chapters.findLast(({ atMs }) => atMs / 1000 < atS - HEARD_S)?.atMs ?? 0) / 1000;
}
