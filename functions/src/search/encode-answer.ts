import type { Catalogue } from '../catalogue/catalogue.ts';
import { answerQuery } from './answer-query.ts';
import {
  type Covers,
  encodeEpisode,
  type EncodedResponse,
  encodeResponse,
  encodeSpeech,
} from './encode-response.ts';
import type { ThreadQuery } from './thread/query-messages.ts';

/** Throws as the catalogue's methods. */
export async function encodeAnswer(
  catalogue: Catalogue,
  query: ThreadQuery,
  { covers, signal }: { covers: Covers; signal: AbortSignal },
): Promise<EncodedResponse> {
  if ('audio' in query) return encodeSpeech(await catalogue.speech(query));
  if ('id' in query) return encodeEpisode(await catalogue.episode(query), covers);
  return encodeResponse(await answerQuery(catalogue, query, signal), covers);
}
