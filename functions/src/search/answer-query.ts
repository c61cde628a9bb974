import type { Catalogue } from '../catalogue/catalogue.ts';
import type {
  CatalogueQuery,
  EpisodeLookup,
  ShowLookup,
  SpeechLookup,
} from '../catalogue/answers/catalogue-query.ts';
import {
  describeQuery,
  EMPTY_QUERY,
  hasQuerySyntax,
  parseQuery,
  type SearchResponse,
} from '../contract/index.ts';
import { didYouMean } from './did-you-mean.ts';
import {
  type Covers,
  encodeEpisode,
  type EncodedResponse,
  encodeResponse,
  encodeSpeech,
} from './encode-response.ts';
import { fieldOf } from '../query/fields.ts';

/** Adds the query in words, unless it is plain words. `spoken` is false if transcripts are not searched. */
export function explainQuery(
  response: SearchResponse,
  keywords: readonly string[],
  spoken = true,
): SearchResponse {
  const asked = describeQuery(keywords);
  if (asked !== null && !keywords.some(hasQuerySyntax)) return response;
  if (asked === null) return { ...response, asked: EMPTY_QUERY };
  const missing = !spoken && asksForSpoken(keywords) ? ` ${NOT_SEARCHED}` : '';
  return { ...response, asked: `Searching for ${asked}.${missing}` };
}

/** Adds a sentence that older episodes were not searched. */
function withNarrowed(answer: SearchResponse, sinceMs: number): SearchResponse {
  const note = `With words as common as these, only episodes since ${DAY.format(sinceMs)} were searched.`;
  return { ...answer, asked: answer.asked === undefined ? note : `${answer.asked} ${note}` };
}

const DAY = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });

const NOT_SEARCHED = 'What is said is not searched here: “spoken:” finds nothing.';

function asksForSpoken(keywords: readonly string[]): boolean {
  const { any, all, not } = parseQuery(keywords);
  return [...any.flat(), ...all, ...not].some(({ field }) => fieldOf(field).text === 'said');
}

/**
 * Results with the query in words; a suggestion is added if there are none. Throws what `Catalogue.query`
 * throws.
 */
export async function answerQuery(
  catalogue: Pick<Catalogue, 'query' | 'textsWith'>,
  asked: CatalogueQuery,
  signal?: AbortSignal,
): Promise<SearchResponse> {
  const found = await catalogue.query(asked, signal);
  const { isRanked = false, searchedSinceMs: searchedSince, ...response } = found;
  const sort = isRanked ? 'relevance' : 'newest';
  const about = {
    sort,
    paged: true,
    ...(searchedSince !== undefined && { searchedSince }),
  } as const;
  const explained = explainQuery({ ...response, ...about }, asked.keywords, asked.spoken);
  const answer = searchedSince === undefined ? explained : withNarrowed(explained, searchedSince);
  // No suggestion if matches in passing are left out, because these may exist; nor for a request of the trend
  // alone.
  if (found.total > 0 || asked.strength !== undefined || asked.limit === 0) return answer;
  const meant = await didYouMean(catalogue, asked, { signal });
  return meant === null ? answer : { ...answer, meant };
}

/** A search, or the lookup of a moment in a transcript, of an episode or of a show. */
export type CatalogueRequest = CatalogueQuery | SpeechLookup | EpisodeLookup | ShowLookup;

/** The catalogue's answer in bytes. Throws what the catalogue's methods throw. */
export async function encodeAnswer(
  catalogue: Catalogue,
  request: CatalogueRequest,
  { covers, signal }: { covers: Covers; signal: AbortSignal },
): Promise<EncodedResponse> {
  if ('audio' in request) return encodeSpeech(await catalogue.speech(request));
  if ('showId' in request) return encodeResponse(await catalogue.show(request), covers);
  if ('id' in request) return encodeEpisode(await catalogue.episode(request), covers);
  return encodeResponse(await answerQuery(catalogue, request, signal), covers);
}
