import { type Episode, MAX_REASONS, strengthBy } from '../../contract/index.ts';
import { excerptsFor } from '../../query/excerpt.ts';
import { sharedFinders } from '../../query/phrase-finder.ts';
import { type QueryPlan, soughtTerms, wantedPhrases } from '../../query/query-plan.ts';
import { isOtherLength } from '../../feeds/transcripts/other-length.ts';
import { itemId } from '../../platform/item-id.ts';
import { episodeChapters } from '../schema/chapters-text.ts';
import { feedUrlOf, type FoundRow } from '../schema/episode-row.ts';
import { showIdOf } from '../../feeds/show-id.ts';
import type { SaidIn } from './quote-transcripts.ts';
import { type FindGround, groundFinder, NOT_SAID } from './match-strength.ts';
import { type FindReasons, reasonFinder } from './match-reasons.ts';

/** The functions expect texts in NFC, like all stored texts. */
interface FoundTexts {
  excerptOf: (notes: string) => string;
  reasonsOf: FindReasons;
  /** Null if the query has no wanted terms. */
  groundIn: FindGround | null;
}

export function foundTexts(plan: QueryPlan): FoundTexts {
  const wanted = soughtTerms(plan);
  const finderOf = sharedFinders();
  return {
    excerptOf: excerptsFor(wantedPhrases(plan), finderOf),
    reasonsOf: reasonFinder(wanted, finderOf),
    groundIn: wanted.length === 0 ? null : groundFinder(wanted, finderOf),
  };
}

/** @param said Null without a match, or for an unread transcript, whose match counts as a mention in passing. */
export function toFoundEpisode(
  row: FoundRow,
  { excerptOf, reasonsOf, groundIn }: FoundTexts,
  said: SaidIn | null = null,
): Episode {
  const description = excerptOf(row.description);
  const foundIn = reasonsOf(row, description, MAX_REASONS);
  const chapters = row.audio === null ? [] : episodeChapters(row);
  // Avoids object spreads: for a hundred episodes, they would take a tenth of the search's time.
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
    Object.assign(episode, strengthBy(groundIn(row, () => said ?? NOT_SAID)));
  }
  if (said !== null) {
    episode.spoken = said.spoken;
    episode.spokenTotal = said.spokenTotal;
    if (said.transcript !== '') episode.transcript = said.transcript;
    if (said.transcribedSeconds !== null) {
      episode.machineTranscript = true;
      if (isOtherLength(said.transcribedSeconds, row.durationSeconds))
        episode.timesMayDiffer = true;
    }
  }
  if (chapters.length > 0) episode.chapters = chapters;
  if (row.state === 'followers') episode.forFollowers = true;
  else episode.showId = showIdOf(feedUrlOf(row));
  return episode;
}
