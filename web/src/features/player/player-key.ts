import type { EpisodeChapter } from 'functions/contract';
import { nextChapterAt, previousChapterAt } from './chapters.ts';
import { BACK_S, FORWARD_S, playOrPause, seekBy, seekTo } from './seek.ts';

type Action = (element: HTMLAudioElement, chapters: readonly EpisodeChapter[]) => void;

/** What a key does while the focus is in the player; other keys stay with the browser. */
const ACTIONS: Record<string, Action> = {
  k: playOrPause,
  j: (element) => seekBy(element, -BACK_S),
  l: (element) => seekBy(element, FORWARD_S),
};

/** With the shift key held, where there are chapters. */
const CHAPTER_ACTIONS: Record<string, Action> = {
  j: (element, chapters) => seekTo(element, previousChapterAt(chapters, element.currentTime)),
  l: (element, chapters) => {
    const atS = nextChapterAt(chapters, element.currentTime);
    if (atS !== null) seekTo(element, atS);
  },
};

/** Does what a key stands for. Returns whether it stands for anything. */
export function pressPlayerKey(
  element: HTMLAudioElement,
  chapters: readonly EpisodeChapter[],
  { key, shiftKey }: { key: string; shiftKey: boolean },
): boolean {
  const letter = key.toLowerCase();
  const ofChapter = shiftKey && chapters.length > 0 ? CHAPTER_ACTIONS[letter] : undefined;
  const action = ofChapter ?? ACTIONS[letter];
  action?.(element, chapters);
  return action !== undefined;
}
