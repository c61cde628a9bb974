import type { EpisodeChapter } from 'functions/contract';
import { playingTime } from '#shared/text/playing-time.ts';
import { chapterAt } from './chapters.ts';
import { seekTo } from './seek.ts';
import { MomentButton, MomentList } from './moment-list.tsx';

interface ChapterListProps {
  element: HTMLAudioElement;
  chapters: readonly EpisodeChapter[];
  atS: number;
}

/** A list of the chapters that marks the current one; nothing if there are none. */
export function ChapterList({ element, chapters, atS }: ChapterListProps) {
  if (chapters.length === 0) return null;
  const present = chapterAt(chapters, atS);
  return (
    <MomentList heading="Chapters">
      {chapters.map(({ atMs, title }, index) => (
        <MomentButton
          key={index}
          time={playingTime(atMs / 1000)}
          isPresent={index === present}
          onClick={() => seekTo(element, atMs / 1000)}
        >
          {title}
        </MomentButton>
      ))}
    </MomentList>
  );
}
