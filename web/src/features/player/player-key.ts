import { BACK_S, FORWARD_S, playOrPause, seekBy } from './seek.ts';

/** What a key does while the focus is in the player; other keys stay with the browser. */
const ACTIONS: Record<string, (element: HTMLAudioElement) => void> = {
  k: playOrPause,
  j: (element) => seekBy(element, -BACK_S),
  l: (element) => seekBy(element, FORWARD_S),
};

/** Does what a key stands for. Returns whether it stands for anything. */
export function pressPlayerKey(element: HTMLAudioElement, key: string): boolean {
  const action = ACTIONS[key.toLowerCase()];
  action?.(element);
  return action !== undefined;
}
