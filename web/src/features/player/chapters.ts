import type { Episode, EpisodeChapter } from 'functions/contract';
import type { Mark } from './spoken-marks.ts';

/** How far a browser may miss the place that it was sent to, seconds. */
const NEAR_S = 0.2;
/** Who has heard so much of a chapter, seconds, goes back to its beginning first. */
const HEARD_S = 3;

/** Where the chapters begin; the beginning of the episode needs no mark. */
export function chapterMarks({ chapters = [] }: Episode): Mark[] {
  return chapters
    .filter(({ atMs }) => atMs > 0)
    .map(({ atMs, title }) => ({ atS: atMs / 1000, label: title }));
}

/** Which chapter is heard at a moment, by its place in the list; -1 before the first one. */
export function chapterAt(chapters: readonly EpisodeChapter[], atS: number): number {
  return chapters.findLastIndex(({ atMs }) => atMs / 1000 <= atS + NEAR_S);
}

/** Where the next chapter begins, seconds; null behind the last one. */
export function nextChapterAt(chapters: readonly EpisodeChapter[], atS: number): number | null {
  const next = chapters.find(({ atMs }) => atMs / 1000 > atS + NEAR_S);
  return next === undefined ? null : next.atMs / 1000;
}

/** Where the present chapter begins, or the one before, seconds; before them all, where the episode does. */
export function previousChapterAt(chapters: readonly EpisodeChapter[], atS: number): number {
  return (chapters.findLast(({ atMs }) => atMs / 1000 < atS - HEARD_S)?.atMs ?? 0) / 1000;
}
