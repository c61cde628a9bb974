export const BACK_S = 15;
export const FORWARD_S = 30;
export const STEP_S = 5;

/** Clamps the position to the episode's length. */
export function seekTo(element: HTMLAudioElement, atS: number): void {
  const { duration } = element;
  element.currentTime = Math.max(0, Number.isFinite(duration) ? Math.min(atS, duration) : atS);
}

export function seekBy(element: HTMLAudioElement, byS: number): void {
  seekTo(element, element.currentTime + byS);
}

export function playOrPause(element: HTMLAudioElement): void {
  if (!element.paused) element.pause();
  else {
    // After an error, only a reload helps; it keeps the position.
    if (element.error !== null) reload(element);
    element.play().catch(() => undefined);
  }
}

function reload(element: HTMLAudioElement): void {
  const { currentTime } = element;
  element.load();
  element.currentTime = currentTime;
}
