import type {
  CatalogueQuery,
  EpisodeLookup,
  ShowLookup,
  SpeechLookup,
} from '../catalogue/answers/catalogue-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { answerQuery } from './answer-query.ts';
import {
  type Covers,
  encodeEpisode,
  type EncodedResponse,
  encodeResponse,
  encodeSpeech,
} from './encode-response.ts';

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
