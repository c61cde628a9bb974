import {
  HIGHLIGHT_START,
  type MatchReason,
  playsFrom,
  type SpokenMatch,
  strengthBy,
} from '../../contract/index.ts';
import { isHighlighted, isWritten, reasonFinder } from '../../catalogue/answers/match-reasons.ts';
import { groundFinder } from '../../catalogue/answers/match-strength.ts';
import { keywordExcerpt, markerOf, spokenMarker } from '../../query/excerpt.ts';
import { sharedFinders } from '../../query/phrase-finder.ts';
import { planOfKey } from '../../query/normalize-query.ts';
import { mayBeSpoken, type Term, termPhrase, soughtTerms } from '../../query/query-plan.ts';
import {
  type EpisodeFacts,
  feedUrlOf,
  type NewEpisode,
} from '../../catalogue/store/new-episode.ts';
import { showIdOf } from '../../feeds/show-id.ts';
import { episodeGround, type ShownFor } from '../match/episode-ground.ts';
import type { DigestEpisode } from '../../delivery/mail/digest/digest-content.ts';
import { itemId } from '../../platform/item-id.ts';
import { mayShow, quotationText, spokenMatches } from '../../feeds/transcripts/spoken-matches.ts';
import { quotedPart, unpackedText } from '../../feeds/transcripts/spoken-text.ts';

export type ShowEpisode<E extends EpisodeFacts = EpisodeFacts> = (
  episode: E,
  wanted: ShownFor,
) => DigestEpisode;

export function digestEpisode(episode: NewEpisode, wanted: ShownFor): DigestEpisode {
  const { shown, said } = shownEpisode(episode, wanted);
  const { audio } = episode;
  if (audio === undefined) return shown;
  const audioAtMs = playsFrom(episode, said.find(({ atMs }) => atMs !== null)?.atMs ?? 0);
  return { ...shown, audio, ...(audioAtMs > 0 && { audioAtMs }) };
}

export function messageEpisode(episode: NewEpisode, wanted: ShownFor): DigestEpisode {
  const { shown, said } = shownEpisode(episode, wanted);
  const { audio, durationS } = episode;
  return {
    ...shown,
    ...(said.length > 0 && {
      said: said.map(({ text, atMs }) => ({
        text,
        atMs: atMs === null ? null : playsFrom(episode, atMs),
      })),
    }),
    ...(audio !== undefined && { audio }),
    ...(durationS !== undefined && { durationS }),
  };
}

function shownEpisode(episode: NewEpisode, wanted: ShownFor) {
  const { title, link, podcast, image, pubDateMs, description, newAtOnce } = episode;
  const { forFollowers } = episode;
  const { terms, reasonsOf, groundIn } = soughtBy(wanted);
  const ofNotes = keywordExcerpt(description, wanted.keyword);
  const said = wanted.spoken === false ? [] : quotations(episode, wanted.keyword, terms, ofNotes);
  const quoted = said.map((each) => quotationText(each, episode.timesMayDiffer));
  const instead = ofNotes.includes(HIGHLIGHT_START) ? undefined : quoted.shift();
  const reasons: MatchReason[] = [
    ...reasonsOf(episode, ofNotes),
    ...quoted.map((text) => ({ place: 'spoken', text }) as const),
  ];
  const shown: DigestEpisode = {
    id: itemId(episode.item),
    title,
    link,
    podcast,
    image,
    pubDateMs,
    ...(forFollowers !== true && { showId: showIdOf(feedUrlOf(episode)) }),
    excerpt: instead ?? ofNotes,
    ...(reasons.length > 0 && { reasons }),
    ...strengthBy(episodeGround(groundIn, episode, wanted)),
    ...(newAtOnce !== undefined && { newAtOnce }),
  };
  return { shown, said };
}

function sought({ keyword, ofNames = false }: ShownFor) {
  const plan = planOfKey(keyword);
  const terms = plan === null ? [] : soughtTerms(plan);
  const finderOf = sharedFinders();
  return {
    keyword,
    ofNames,
    terms,
    reasonsOf: reasonFinder(terms, finderOf),
    groundIn: groundFinder(terms, finderOf, ofNames),
  };
}

/** Caches one keyword, because all episodes of a section have the same keyword. */
let last = sought({ keyword: '' });

function soughtBy(wanted: ShownFor): typeof last {
  const { keyword, ofNames = false } = wanted;
  if (last.keyword !== keyword || last.ofNames !== ofNames) last = sought(wanted);
  return last;
}

/** One quotation if the notes have no match, and one for each term that no written text contains. */
function quotations(
  episode: NewEpisode,
  keyword: string,
  terms: readonly Term[],
  ofNotes: string,
): SpokenMatch[] {
  const { spoken } = episode;
  if (spoken === undefined) return [];
  const unwritten = terms.filter((term) => mayBeSpoken(term) && !isWritten(episode, term));
  const instead = ofNotes.includes(HIGHLIGHT_START) ? [] : [spokenMarker(keyword)];
  if (instead.length + unwritten.length === 0) return [];
  const text = quotedPart(unpackedText(episode.item, spoken));
  const quoted: SpokenMatch[] = [];
  const quote = (mark: (text: string) => string) => {
    const [said] = spokenMatches(text, mark)?.spoken ?? [];
    if (said !== undefined && mayShow([...quoted, said])) quoted.push(said);
  };
  instead.forEach(quote);
  for (const term of unwritten) {
    if (!quoted.some((each) => isHighlighted(term, quotationText(each))))
      quote(markerOf([termPhrase(term)]));
  }
  return quoted;
}
