import { episodeKey } from '../contract/index.ts';
import type { EpisodeRow } from './episode-row.ts';

/** An episode with the whole of its text, as alerts are matched against it. */
export interface NewEpisode {
  /** What the contract's `episodeKey` answers for it; another one when its addresses change. */
  key: string;
  /** The item of a feed that it is, by the feed's address and what the feed knows it by. */
  item: string;
  title: string;
  podcast: string;
  publisher: string;
  /** Plain text, all of it, without highlight markers. */
  description: string;
  /** http(s) address of the episode's page or, failing that, of its audio; empty without either. */
  link: string;
  /** http(s) address of the cover, or empty. */
  image: string;
  /** Time of publication, epoch milliseconds. */
  pubDateMs: number;
  /** When the refresh that stored it began, epoch milliseconds. */
  ingestedAtMs: number;
}

/** New episodes, one after the other, as they are read. */
export type NewEpisodes = Iterable<NewEpisode> | AsyncIterable<NewEpisode>;

/** A stored episode of the feed at `feedUrl`, as alerts see it. */
export function toNewEpisode(row: EpisodeRow, feedUrl: string): NewEpisode {
  const { title, podcast, publisher, description } = row;
  const link = row.link ?? row.audio ?? '';
  return {
    key: episodeKey({ link, title, podcast }),
    item: `${feedUrl} ${row.identity.toUpperCase()}`,
    title,
    podcast,
    publisher,
    description,
    link,
    image: row.image ?? '',
    pubDateMs: row.publishedAtMs,
    ingestedAtMs: row.ingestedAtMs,
  };
}
