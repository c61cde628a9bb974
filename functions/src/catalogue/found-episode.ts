import type { Episode } from '../contract/index.ts';
import type { FoundRow } from './episode-row.ts';

/**
 * A stored episode as a search answers it.
 * @param description What is shown of its description; see `excerptsFor`.
 */
export function toFoundEpisode(row: FoundRow, description: string): Episode {
  return {
    title: row.title,
    link: row.link ?? row.audio ?? '',
    podcast: row.podcast,
    publisher: row.publisher,
    image: row.image ?? '',
    description,
    ...(row.audio === null ? {} : { audio: row.audio }),
    pub_date_ms: row.publishedAtMs,
    ...(row.durationSeconds === null ? {} : { duration_s: row.durationSeconds }),
  };
}
