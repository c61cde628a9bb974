import { type Episode, episodeSchema } from 'functions/contract';
import { useEffect } from 'react';
import { keepEpisode, keptEpisode } from '#shared/player/kept-episode.ts';
import { nowPlaying } from '#shared/player/now-playing.ts';

/** Reopens the player after a reload. */
export function GoOn() {
  useEffect(() => {
    const episode = parseKept(keptEpisode());
    if (episode === null) keepEpisode(null);
    else nowPlaying.offer(episode);
  }, []);
  return null;
}

/** Returns null if another version of the site stored the episode in another format. */
function parseKept(json: string | null): Episode | null {
  try {
    const { data } = episodeSchema.safeParse(JSON.parse(json ?? 'null'));
    return data?.audio === undefined ? null : data;
  } catch {
    return null;
  }
}
