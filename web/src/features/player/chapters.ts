import type { Episode, EpisodeChapter } from 'functions/contract';
import type { Mark } from './spoken-marks.ts';

/** How far a browser may miss the place that it was sent to, seconds. */
const NEAR_S = 0.2;

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
