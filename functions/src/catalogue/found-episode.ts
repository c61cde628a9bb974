import type { Episode } from '../contract/index.ts';
import { wholeNotes } from '../noise/part-notes.ts';
import type { FoundRow } from './episode-row.ts';

/**
 * A stored episode as a search answers it.
 * @param excerptOf What is shown of its notes; see `excerptsFor`.
 * @param repeated Whether what its feed says in all episodes is shown as well; it is where there is nothing else.
 */
export function toFoundEpisode(
  row: FoundRow,
  excerptOf: (notes: string) => string,
  repeated = false,
): Episode {
  const { description: own, repeated: standing, notesOrder: order } = row;
  const notes = repeated || own === '' ? wholeNotes({ own, repeated: standing, order }) : own;
  return {
    title: row.title,
    link: row.link ?? row.audio ?? '',
    podcast: row.podcast,
    publisher: row.publisher,
    image: row.image ?? '',
    description: excerptOf(notes),
    ...(row.audio === null ? {} : { audio: row.audio }),
    pub_date_ms: row.publishedAtMs,
    ...(row.durationSeconds === null ? {} : { duration_s: row.durationSeconds }),
  };
}
