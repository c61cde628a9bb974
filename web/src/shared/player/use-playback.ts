import { type Episode, episodeKey } from 'functions/contract';
import { useSyncExternalStore } from 'react';
import { nowPlaying, type Playback } from './now-playing.ts';

/** Null if the player has another episode or none. */
export function usePlayback(episode: Episode): Playback | null {
  const key = episodeKey(episode);
  const get = () => {
    const playback = nowPlaying.playback();
    return playback?.key === key ? playback : null;
  };
  return useSyncExternalStore(nowPlaying.subscribe, get, () => null);
}
