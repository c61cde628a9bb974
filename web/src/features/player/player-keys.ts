import type { EpisodeChapter } from 'functions/contract';
import { keptText } from '#shared/text/kept-text.ts';
import { nextChapterAt, previousChapterAt } from './chapters.ts';
import { BACK_S, FORWARD_S, playOrPause, seekBy, seekTo } from './seek.ts';

type Action = (element: HTMLAudioElement, chapters: readonly EpisodeChapter[]) => void;

/** Keyboard shortcuts while the player is open. */
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

/** Runs the action of a key; returns false if the key has none. */
export function pressPlayerKey(
  element: HTMLAudioElement,
  chapters: readonly EpisodeChapter[],
  { key, shiftKey, metaKey, ctrlKey, altKey }: PressedKey,
): boolean {
  if (metaKey || ctrlKey || altKey) return false;
  const letter = key.toLowerCase();
  const ofChapter = shiftKey && chapters.length > 0 ? CHAPTER_ACTIONS[letter] : undefined;
  const action = ofChapter ?? KEY_ACTIONS[letter];
  action?.(element, chapters);
  return action !== undefined;
}

/** Elements in which letters are typed, or choose an item of a list. */
const FIELDS =
  'input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable], [role=menu], [role=listbox]';

/** Whether a key on this element may be a shortcut: never in a field; outside the player, only if `onPage`. */
export function isForPlayer(target: EventTarget | null, onPage: boolean): boolean {
  if (!(target instanceof Element) || target.closest(FIELDS)) return false;
  return onPage || target.closest('#player, #player-sheet') !== null;
}

const kept = keptText('localStorage', 'earshot.player-keys');

/** Whether the shortcuts work on the whole page; true without a stored choice. */
export function keysHoldOnPage(): boolean {
  return kept.read() !== 'player';
}

/**
 * Stores whether the shortcuts work on the whole page. It must be possible to switch off single letters (WCAG
 * 2.1.4), because some people control their computer by speech.
 */
export function keepKeysOnPage(onPage: boolean): void {
  kept.write(onPage ? null : 'player');
}
