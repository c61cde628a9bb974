import { episodeKey } from 'functions/contract';
import type { NowPlaying } from '#shared/player/now-playing.ts';
import { rememberedPosition } from '#shared/player/positions.ts';

/** How far a browser may miss the place where it was to begin, seconds. */
const NEAR_S = 1;

/**
 * Plays what was asked for. Another episode takes the place of the one before; the same one goes on,
 * or jumps to the place that was pressed.
 */
export function playRequest({ episode, atMs, element }: NowPlaying): void {
  const { audio = '' } = episode;
  const isAnother = element.getAttribute('src') !== audio || element.error !== null;
  if (isAnother) element.src = audio;
  if (atMs !== undefined) begin(element, atMs / 1000);
  else if (isAnother) begin(element, rememberedPosition(episodeKey(episode)));
  // The player says why nothing is heard: it looks at the element.
  element.play().catch(() => undefined);
}

/** Before a browser knows the audio, it takes the place as where to begin; not every one keeps to it. */
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
