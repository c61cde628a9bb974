import type { EpisodeChapter } from 'functions/contract';
import { playingTime } from '#shared/text/playing-time.ts';
import { chapterAt } from './chapters.ts';
import { seekTo } from './seek.ts';

interface ChapterChoiceProps {
  element: HTMLAudioElement;
  chapters: readonly EpisodeChapter[];
  atS: number;
}

export function ChapterChoice({ element, chapters, atS }: ChapterChoiceProps) {
  const present = chapterAt(chapters, atS);
  function choose(index: number) {
    const chapter = chapters[index];
    if (chapter) seekTo(element, chapter.atMs / 1000);
  }
  return (
    <select
      aria-label="Chapter"
      value={present}
      onChange={({ target }) => choose(Number(target.value))}
      className="mt-1 h-9 w-full min-w-0 truncate rounded-md border border-line bg-surface px-1 text-base text-ink sm:h-7 sm:text-xs"
    >
      {present === -1 && (
        <option value={-1} disabled>
          {chapters.length} chapters
        </option>
      )}
      {chapters.map(({ atMs, title }, index) => (
        <option key={index} value={index}>
          {playingTime(atMs / 1000)} {title}
        </option>
      ))}
    </select>
  );
}
