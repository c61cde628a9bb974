const KEY = 'earshot.speed';

export const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** Where the speed is kept; a browser may refuse storage altogether. */
type SpeedStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** The speed chosen last on this device; 1 where none was, or it is not one of ours. */
export function chosenSpeed(storage?: SpeedStorage): number {
  try {
    const kept = Number((storage ?? localStorage).getItem(KEY));
    return SPEEDS.find((speed) => speed === kept) ?? 1;
  } catch {
    return 1;
  }
}

/** For what is played now, and what is played next. */
export function setSpeed(element: HTMLAudioElement, speed: number): void {
  element.defaultPlaybackRate = speed;
  element.playbackRate = speed;
}

export function keepSpeed(speed: number, storage?: SpeedStorage): void {
  try {
    (storage ?? localStorage).setItem(KEY, String(speed));
  } catch {
    // Without storage it holds until the page is left.
  }
}
