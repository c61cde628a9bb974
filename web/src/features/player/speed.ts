import { keptText } from '#shared/text/kept-text.ts';

const kept = keptText('localStorage', 'earshot.speed');

export const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** Returns the speed stored on this device, or 1 if no valid speed is stored. */
export function chosenSpeed(): number {
  const stored = Number(kept.read());
  return SPEEDS.find((speed) => speed === stored) ?? 1;
}

/** Sets the speed of the current audio and of audio loaded later. */
export function setSpeed(element: HTMLAudioElement, speed: number): void {
  element.defaultPlaybackRate = speed;
  element.playbackRate = speed;
}

export function keepSpeed(speed: number): void {
  kept.write(String(speed));
}
