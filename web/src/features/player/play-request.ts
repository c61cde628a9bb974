import { episodeKey } from 'functions/contract';
import type { NowPlaying } from '#shared/player/now-playing.ts';
import { rememberedPosition } from '#shared/player/positions.ts';

/** Max accepted difference between requested and actual start, in seconds. */
const NEAR_S = 1;

/**
 * Plays from `atMs`. Without it, resumes the current episode, or starts another at its remembered position.
 * Only positions an offered episode, which waits for a press.
 */
export function playRequest(request: NowPlaying): void {
  const { episode, atMs, element, isOffered } = request;
  const { audio = '' } = episode;
  const isAnother = element.getAttribute('src') !== audio || element.error !== null;
  element.preload = isOffered ? 'none' : 'metadata';
  if (isAnother) element.src = audio;
  if (atMs !== undefined || isAnother) begin(element, startOf(request));
  if (isOffered) return;
  // The player already shows errors of the audio element.
  element.play().catch(() => undefined);
}

/** Start position in seconds. */
export function startOf({ episode, atMs }: NowPlaying): number {
  return atMs === undefined ? rememberedPosition(episodeKey(episode)) : atMs / 1000;
}

/**
 * Some browsers ignore `currentTime` before the metadata is loaded, so it is checked again on
 * `loadedmetadata`.
 */
function begin(element: HTMLAudioElement, atS: number): void {
  element.currentTime = atS;
  if (element.readyState > 0) return;
  const { src } = element;
  const check = () => {
    if (element.src === src && Math.abs(element.currentTime - atS) > NEAR_S) {
      element.currentTime = atS;
    }
  };
  element.addEventListener('loadedmetadata', check, { once: true });
}
