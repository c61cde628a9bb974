import { clampText } from '../../contract/clamp-text.ts';
import { type EpisodeChapter, MAX_CHAPTERS_SHOWN } from '../../contract/index.ts';
import type { Chapter } from '../../feeds/feed-model.ts';
import type { EpisodeRow } from './episode-row.ts';
import { storedText } from './stored-text.ts';

export type ChapterColumns = Pick<EpisodeRow, 'chapters' | 'chapterTimes'>;

/** Max length of a title in results, UTF-16 code units. The whole title is searchable. */
const MAX_TITLE_SHOWN = 100;

/** Writes one title per line, and start times in ms, separated by spaces. */
export function chapterColumns(chapters: readonly Chapter[]): ChapterColumns {
  return {
    chapters: chapters.map(({ title }) => storedText(title)).join('\n'),
    chapterTimes: chapters.map(({ startMs }) => startMs).join(' '),
  };
}

/** Returns no chapters without times or above the limit, because a truncated list would show the wrong chapter. */
export function episodeChapters({ chapters, chapterTimes }: ChapterColumns): EpisodeChapter[] {
  if (chapterTimes === '') return [];
  const titles = chapters.split('\n');
  const times = chapterTimes.split(' ');
  if (times.length > MAX_CHAPTERS_SHOWN || times.length !== titles.length) return [];
  return titles.map((title, at) => ({
    title: clampText(title, MAX_TITLE_SHOWN),
    atMs: Number(times[at]),
  }));
}
