import { type Episode, MAX_REASONS, strengthBy } from '../../contract/index.ts';
import { excerptsFor } from '../../query/excerpt.ts';
import { sharedFinders } from '../../query/phrase-finder.ts';
import { type QueryPlan, wantedTerms, wantedPhrases } from '../../query/plan-query.ts';
import { wholeNotes } from '../../boilerplate/separate-boilerplate.ts';
import { itemId } from '../../platform/item-id.ts';
import { episodeChapters } from '../texts/chapters-text.ts';
import type { FoundRow } from '../sql/episode-row.ts';
import type { SaidIn } from './quote-transcripts.ts';
import { type FindGround, groundFinder } from './match-strength.ts';
import { type FindReasons, reasonFinder } from './match-reasons.ts';

/** Excerpts and match reasons of a query. Texts must be in NFC, as stored ones are. */
interface FoundTexts {
  excerptOf: (notes: string) => string;
  reasonsOf: FindReasons;
  /** Null for a query without wanted terms. */
  groundIn: FindGround | null;
}

export function foundTexts(plan: QueryPlan): FoundTexts {
  const wanted = wantedTerms(plan);
  const finderOf = sharedFinders();
  return {
    excerptOf: excerptsFor(wantedPhrases(plan), finderOf),
    reasonsOf: reasonFinder(wanted, finderOf),
    groundIn: wanted.length === 0 ? null : groundFinder(wanted, finderOf),
  };
}

/**
 * The answer for a row. A match that stands only in boilerplate, or only in a transcript that was not read, is
 * a match in passing.
 * @param repeated Show boilerplate, which is always shown if there are no other notes.
 * @param said Matches in the transcript; null if there are none or if it was not read.
 */
export function toFoundEpisode(
  row: FoundRow,
  { excerptOf, reasonsOf, groundIn }: FoundTexts,
  {
    repeated = false,
    said = null,
  }: { repeated?: boolean | undefined; said?: SaidIn | null | undefined } = {},
): Episode {
  const { description: own, repeated: standing, notesOrder: order } = row;
  const notes = repeated || own === '' ? wholeNotes({ own, repeated: standing, order }) : own;
  const description = excerptOf(notes);
  const texts = notes === own ? row : { ...row, description: notes };
  const foundIn = reasonsOf(texts, description, MAX_REASONS);
  const chapters = row.audio === null ? [] : episodeChapters(row);
  // Optional fields are assigned one by one: object spreads for a hundred episodes would take a tenth of a
  // search's time.
  const episode: Episode = {
    id: itemId(row.item),
    title: row.title,
    link: row.link ?? row.audio ?? '',
    podcast: row.podcast,
    publisher: row.publisher,
    image: row.image ?? '',
    description,
    pub_date_ms: row.publishedAtMs,
  };
  if (row.audio !== null) episode.audio = row.audio;
  if (row.durationSeconds !== null) episode.duration_s = row.durationSeconds;
  if (foundIn.length > 0) episode.foundIn = foundIn;
  if (groundIn !== null) {
    Object.assign(episode, strengthBy(groundIn(row, () => said?.minutes ?? 0)));
  }
  if (said !== null) {
    episode.spoken = said.spoken;
    episode.spokenTotal = said.spokenTotal;
    if (said.transcript !== '') episode.transcript = said.transcript;
  }
  if (chapters.length > 0) episode.chapters = chapters;
  if (row.state === 'probation') episode.onProbation = true;
  if (row.state === 'followers') episode.forFollowers = true;
  return episode;
}
