import type { EpisodeChapter } from 'functions/contract';
import { nextChapterAt, previousChapterAt } from './chapters.ts';
import { BACK_S, FORWARD_S, playOrPause, seekBy, seekTo } from './seek.ts';

type Action = (element: HTMLAudioElement, chapters: readonly EpisodeChapter[]) => void;

/** Single-letter shortcuts, active only while the focus is in the player (WCAG 2.1.4). */
const KEY_ACTIONS: Record<string, Action> = {
  k: playOrPause,
  j: (element) => seekBy(element, -BACK_S),
  l: (element) => seekBy(element, FORWARD_S),
};

export function toPreviousChapter(
  element: HTMLAudioElement,
  chapters: readonly EpisodeChapter[],
): void {
  seekTo(element, previousChapterAt(chapters, element.currentTime));
}

/** Does nothing in the last chapter. */
export function toNextChapter(
  element: HTMLAudioElement,
  chapters: readonly EpisodeChapter[],
): void {
  const atS = nextChapterAt(chapters, element.currentTime);
  if (atS !== null) seekTo(element, atS);
}

/** Shortcuts with Shift, for episodes with chapters. */
const CHAPTER_ACTIONS: Record<string, Action> = { j: toPreviousChapter, l: toNextChapter };

interface PressedKey {
  key: string;
  shiftKey: boolean;
  metaKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
}

/** Returns false if the key has no action. */
export function pressPlayerKey(
  element: HTMLAudioElement,
  chapters: readonly EpisodeChapter[],
  { key, shiftKey, metaKey, ctrlKey, altKey }: PressedKey,
): boolean {
  if (metaKey || ctrlKey || altKey) return false;
  const letter = key.toLowerCase();
  const chapterAction = shiftKey && chapters.length > 0 ? CHAPTER_ACTIONS[letter] : undefined;
  const action = chapterAction ?? KEY_ACTIONS[letter];
  action?.(element, chapters);
  return action !== undefined;
}

const FIELDS = 'input:not([type=radio], [type=range]), textarea';

/** Shortcuts work within the player, but never in a text field. */
export function isForPlayer(target: EventTarget | null): boolean {
  if (!(target instanceof Element) || target.closest(FIELDS)) return false;
  return target.closest('#player, [data-player-sheet]') !== null;
}
