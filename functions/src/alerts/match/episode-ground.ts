import { type FindGround, groundFinder } from '../../catalogue/answers/match-strength.ts';
import type { NewEpisode } from '../../catalogue/store/new-episode.ts';
import type { MatchGround } from '../../contract/index.ts';
import { spokenMarker } from '../../query/excerpt.ts';
import { planOfKey } from '../../query/normalize-query.ts';
import { wantedTerms } from '../../query/query-plan.ts';
import { spokenMatches } from '../../feeds/transcripts/spoken-matches.ts';
import { quotedPart, unpackedText } from '../../feeds/transcripts/spoken-text.ts';

export interface ShownFor {
  keyword: string;
  /** False excludes the transcript from quotations and from the strength of a match. */
  spoken?: false | undefined;
}

export function keywordGrounds(keyword: string): FindGround {
  const plan = planOfKey(keyword);
  return groundFinder(plan === null ? [] : wantedTerms(plan));
}

export function episodeGround(
  groundIn: FindGround,
  episode: Omit<NewEpisode, 'said'>,
  wanted: ShownFor,
): MatchGround | null {
  return groundIn(episode, () => minutesSaid(episode, wanted));
}

function minutesSaid({ item, spoken }: Omit<NewEpisode, 'said'>, wanted: ShownFor): number {
  if (wanted.spoken === false || spoken === undefined) return 0;
  const text = quotedPart(unpackedText(item, spoken));
  return spokenMatches(text, spokenMarker(wanted.keyword), 0)?.minutes ?? 0;
}
