import { type Episode, FOUND_PLACES } from '../contract/index.ts';
import type { FoundTexts } from '../keywords/keyword-excerpt.ts';
import { wholeNotes } from '../noise/part-notes.ts';
import { episodeChapters } from './chapters-text.ts';
import type { FoundRow } from './episode-row.ts';
import { namesIn } from './persons-text.ts';

const TEXT_OF: Record<(typeof FOUND_PLACES)[number], (row: FoundRow) => string> = {
  title: ({ title }) => title,
  show: ({ podcast }) => podcast,
  publisher: ({ publisher }) => publisher,
  host: ({ persons }) => namesIn(persons, 'host'),
  guest: ({ persons }) => namesIn(persons, 'guest'),
  people: ({ persons }) => namesIn(persons, null),
  chapters: ({ chapters }) => chapters,
};

/**
 * A stored episode as a search answers it.
 * @param repeated Whether what its feed says in all episodes is shown as well; it is where there is nothing else.
 */
export function toFoundEpisode(
  row: FoundRow,
  { excerptOf, holds }: FoundTexts,
  repeated = false,
): Episode {
  const { description: own, repeated: standing, notesOrder: order } = row;
  const notes = repeated || own === '' ? wholeNotes({ own, repeated: standing, order }) : own;
  const foundIn = FOUND_PLACES.filter((place) => holds(TEXT_OF[place](row)));
  const chapters = row.audio === null ? [] : episodeChapters(row);
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
    ...(foundIn.length > 0 && { foundIn }),
    ...(chapters.length > 0 && { chapters }),
  };
}
