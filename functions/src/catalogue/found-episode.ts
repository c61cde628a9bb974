import { type Episode, MAX_REASONS } from '../contract/index.ts';
import { excerptsFor } from '../query/excerpt.ts';
import { type QueryPlan, wantedTerms, wantedPhrases } from '../query/plan-query.ts';
import { wholeNotes } from '../boilerplate/separate-boilerplate.ts';
import { episodeChapters } from './chapters-text.ts';
import type { FoundRow } from './episode-row.ts';
import { type FindReasons, reasonFinder } from './match-reasons.ts';

/** What a search makes of an episode's texts. They must be composed (NFC), as the catalogue's are. */
interface FoundTexts {
  /** What is shown of its notes. */
  excerptOf: (notes: string) => string;
  reasonsOf: FindReasons;
}

export function foundTexts(plan: QueryPlan): FoundTexts {
  return {
    excerptOf: excerptsFor(wantedPhrases(plan)),
    reasonsOf: reasonFinder(wantedTerms(plan)),
  };
}

/**
 * A stored episode as a search answers it.
 * @param repeated Whether what its feed says in all episodes is shown as well; it is where there is nothing else.
 */
export function toFoundEpisode(
  row: FoundRow,
  { excerptOf, reasonsOf }: FoundTexts,
  repeated = false,
): Episode {
  const { description: own, repeated: standing, notesOrder: order } = row;
  const notes = repeated || own === '' ? wholeNotes({ own, repeated: standing, order }) : own;
  const description = excerptOf(notes);
  const foundIn = reasonsOf({ ...row, description: notes }, description, MAX_REASONS);
  const chapters = row.audio === null ? [] : episodeChapters(row);
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
    ...(foundIn.length > 0 && { foundIn }),
    ...(chapters.length > 0 && { chapters }),
  };
}
