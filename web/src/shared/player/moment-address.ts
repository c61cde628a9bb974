import { type Episode, episodePath } from 'functions/contract';
import { site } from '#shared/site.ts';
import { audioFrom } from './audio-from.ts';

/** Address to share: the moment's page, or the audio from there if the episode has no page. */
export function momentAddress(episode: Episode, atS: number): string {
  const path = episodePath(episode, atS * 1000);
  return path === null ? audioFrom(episode.audio ?? '', atS) : site.url + path;
}
