import {
  type FindGround,
  groundFinder,
  NOT_SAID,
  type SaidMinutes,
} from '../../catalogue/answers/match-strength.ts';
import type { NewEpisode } from '../../catalogue/store/new-episode.ts';
import type { MatchGround } from '../../contract/index.ts';
import { spokenMarker } from '../../query/excerpt.ts';
import type { AlertQuery } from '../../query/alert-query.ts';
import { planOfKey } from '../../query/normalize-query.ts';
import { isAlertForNames } from '../../query/typed-names.ts';
import { soughtTerms } from '../../query/query-plan.ts';
import { spokenMatches } from '../../feeds/transcripts/spoken-matches.ts';
import { quotedPart, unpackedText } from '../../feeds/transcripts/spoken-text.ts';

export interface ShownFor {
  keyword: string;
  /** False excludes the transcript from quotations and from the strength of a match. */
  spoken?: false | undefined;
  /** True if the keyword was typed as names are (`isAlertForNames`), which its normal form does not tell. */
  ofNames?: boolean;
}

/** @param keyword Normal form of the alert's query. */
export function shownFor(alert: AlertQuery & Pick<ShownFor, 'spoken'>, keyword: string): ShownFor {
  return { keyword, spoken: alert.spoken, ofNames: isAlertForNames(alert) };
}

export function keywordGrounds(keyword: string, ofNames: boolean): FindGround {
  const plan = planOfKey(keyword);
  return groundFinder(plan === null ? [] : soughtTerms(plan), undefined, ofNames);
}

export function episodeGround(
  groundIn: FindGround,
  episode: Omit<NewEpisode, 'said'>,
  wanted: ShownFor,
): MatchGround | null {
  return groundIn(episode, () => minutesSaid(episode, wanted));
}

function minutesSaid({ item, spoken }: Omit<NewEpisode, 'said'>, wanted: ShownFor): SaidMinutes {
  if (wanted.spoken === false || spoken === undefined) return NOT_SAID;
  const text = quotedPart(unpackedText(item, spoken));
  return spokenMatches(text, spokenMarker(wanted.keyword), 0) ?? NOT_SAID;
}
