const KEY = 'earshot.speed';

export const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** The used part of `localStorage`, whose methods can throw. Tests pass a fake. */
type SpeedStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** The stored speed of this device; 1 if there is none or it is not in SPEEDS. */
export function chosenSpeed(storage?: SpeedStorage): number {
  try {
    const kept = Number((storage ?? localStorage).getItem(KEY));
    return SPEEDS.find((speed) => speed === kept) ?? 1;
  } catch {
    return 1;
  }
}

/** Sets the speed of the current audio and of audio loaded later. */
export function setSpeed(element: HTMLAudioElement, speed: number): void {
  element.defaultPlaybackRate = speed;
  element.playbackRate = speed;
}

export function keepSpeed(speed: number, storage?: SpeedStorage): void {
  try {
    (storage ?? localStorage).setItem(KEY, String(speed));
  } catch {
    // Without storage, the speed lasts until the page is left.
  }
}
