import { episodeKey } from 'functions/contract';
import { useCallback, useEffect, useRef } from 'react';
import type { NowPlaying } from '#shared/player/now-playing.ts';
import { rememberPosition } from '#shared/player/positions.ts';

const SAVE_INTERVAL_MS = 5000;

/** Saves the position during playback. The returned function saves it immediately. */
export function useKeptPosition({ episode, element }: NowPlaying): () => void {
  const key = episodeKey(episode);
  const keptAtMs = useRef(0);
  const keep = useCallback(() => {
    if (element.readyState === 0 || element.error !== null) return;
    keptAtMs.current = Date.now();
    rememberPosition(key, { atS: element.currentTime, durationS: element.duration });
  }, [key, element]);

  useEffect(() => {
    const keepNowAndThen = () => {
      if (Math.abs(Date.now() - keptAtMs.current) >= SAVE_INTERVAL_MS) keep();
    };
    element.addEventListener('timeupdate', keepNowAndThen);
    element.addEventListener('pause', keep);
    window.addEventListener('pagehide', keep);
    return () => {
      element.removeEventListener('timeupdate', keepNowAndThen);
      element.removeEventListener('pause', keep);
      window.removeEventListener('pagehide', keep);
    };
  }, [element, keep]);
  return keep;
}
