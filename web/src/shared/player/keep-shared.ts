import { type Episode, readEpisodeAnswer } from 'functions/contract';
import { callBackend } from '#shared/search/request-search.ts';

/**
 * Asks the server to keep the page of a moment that the person shares. If it does not, the page ends with the
 * episode's time in the catalogue, so a failure is not shown.
 */
export async function keepShared(episode: Episode, atS: number | undefined): Promise<void> {
  const { showId: show, id } = episode;
  if (show === undefined || id === undefined) return;
  const moment = { show, id, ...(atS !== undefined && { atS: Math.floor(atS) }) };
  const { signal } = new AbortController();
  await callBackend({ episode: { ...moment, share: true } }, signal, readEpisodeAnswer).catch(
    () => undefined,
  );
}
