import { type AlertFields, episodePath, searchTextOfAlert } from '../contract/index.ts';

export function searchLink(siteUrl: string, { spoken, onlyAbout, ...alert }: AlertFields): string {
  const query = encodeURIComponent(searchTextOfAlert(alert).toWellFormed());
  const about = onlyAbout === true ? '&strength=about' : '';
  return `${siteUrl}/?q=${query}${about}${spoken === false ? '&in=notes' : ''}`;
}

export interface PageOfEpisode {
  showId?: string | undefined;
  id?: string | undefined;
}

/**
 * Address of the episode's page on this site, or of a moment in it. Null if the episode has no page.
 * @param atMs Offset in the audio.
 */
export function episodeLink(
  siteUrl: string,
  episode: PageOfEpisode,
  atMs?: number | null,
): string | null {
  const path = episodePath(episode, atMs);
  return path === null ? null : siteUrl + path;
}

type Said = readonly { text: string; atMs: number | null }[] | undefined;

/**
 * Links each quotation to its moment. Quotations without a time, and all of an episode without a page, link to a search
 * for the alert.
 */
export function itemLinks(
  siteUrl: string,
  alert: AlertFields,
  { said = [], ...episode }: PageOfEpisode & { said?: Said },
) {
  const search = searchLink(siteUrl, alert);
  return {
    page: episodeLink(siteUrl, episode) ?? undefined,
    said: said.map(({ text, atMs }) => ({
      text,
      atMs,
      url: (atMs === null ? null : episodeLink(siteUrl, episode, atMs)) ?? search,
    })),
  };
}
