import type { Episode } from '../contract/index.ts';
import { excerpt } from '../keywords/excerpt.ts';
import type { EpisodeRow } from './episode-row.ts';

/**
 * A stored episode as a search answers it.
 * @param marked Its description with every match between `MATCH_START` and `MATCH_END`.
 */
export function toFoundEpisode(row: EpisodeRow, marked: string): Episode {
  return {
    title: row.title,
    link: row.link ?? row.audio ?? '',
    podcast: row.podcast,
    publisher: row.publisher,
    image: row.image ?? '',
    description: excerpt(marked),
    ...(row.audio === null ? {} : { audio: row.audio }),
    pub_date_ms: row.publishedAtMs,
    ...(row.durationSeconds === null ? {} : { duration_s: row.durationSeconds }),
  };
}
