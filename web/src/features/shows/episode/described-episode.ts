import { type Episode, type EpisodeFacts, showPath } from 'functions/contract';
import { podcastEpisode } from '#content/episode-list-data.ts';
import type { DescribedPage } from '#content/site-pages.ts';
import { playingTime } from '#shared/text/playing-time.ts';

/** Max title and description in the page's head, UTF-16 code units. */
const [MAX_TITLE, MAX_DESCRIPTION] = [80, 160];

/** A moment is described by what is said there, an episode by its notes. */
export function describedEpisode(
  path: string,
  episode: Episode,
  { notes, said }: EpisodeFacts,
): DescribedPage {
  const name = shortened(episode.title, MAX_TITLE);
  const quoted = said.map(({ text }) => text).join(' ');
  const about = quoted === '' ? notes : `“${quoted}”`;
  return {
    path,
    kind: 'episode',
    name,
    title: `${name} (${shortened(episode.podcast, MAX_TITLE)})`,
    description: shortened(about.replace(/\s+/g, ' ') || episode.podcast, MAX_DESCRIPTION),
    ...(episode.showId !== undefined && {
      parent: { name: episode.podcast, path: showPath(episode.showId) },
    }),
    subject: podcastEpisode(episode),
  };
}

/** Returns "15:53 in Everyone is asking" for a moment. */
export function momentTitle({ title }: Episode, atS: number | undefined): string {
  const name = shortened(title, MAX_TITLE);
  return atS === undefined ? name : `${playingTime(atS)} in ${name}`;
}

function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1).toWellFormed();
  const space = cut.lastIndexOf(' ');
  return `${space > most / 2 ? cut.slice(0, space) : cut}…`;
}
