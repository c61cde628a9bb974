import { type Episode, episodePath } from 'functions/contract';
import { site } from '#shared/site.ts';
import { audioFrom } from './audio-from.ts';

/** Address to share: the page of the episode or its moment, or the audio from there if it has no page. */
export function momentAddress(episode: Episode, atS: number | undefined): string {
  const path = episodePath(episode, atS === undefined ? null : atS * 1000);
  return path === null ? audioFrom(episode.audio ?? '', atS ?? 0) : site.url + path;
}
