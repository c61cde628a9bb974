import type {
  CatalogueQuery,
  EpisodeLookup,
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

/** A search, or the lookup of a moment in a transcript or of an episode. */
export type CatalogueRequest = CatalogueQuery | SpeechLookup | EpisodeLookup;

/** The catalogue's answer in bytes. Throws what the catalogue's methods throw. */
export async function encodeAnswer(
  catalogue: Catalogue,
  request: CatalogueRequest,
  { covers, signal }: { covers: Covers; signal: AbortSignal },
): Promise<EncodedResponse> {
  if ('audio' in request) return encodeSpeech(await catalogue.speech(request));
  if ('id' in request) return encodeEpisode(await catalogue.episode(request), covers);
  return encodeResponse(await answerQuery(catalogue, request, signal), covers);
}
