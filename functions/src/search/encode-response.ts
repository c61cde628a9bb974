import type { Episode, SearchResponse, Sentence, SpeechResponse } from '../contract/index.ts';
import { limitChapters } from './limit-chapters.ts';
import { publicImages } from './providers/public-images.ts';

export interface EncodedResponse {
  /** A `SearchResponse` or `SpeechResponse` as JSON in UTF-8. */
  json: Uint8Array<ArrayBuffer>;
  /** Total for the log. */
  total: number;
}

/** Cover images in responses: those on public hosts, or all (emulators). */
export type Covers = 'public' | 'all';

/** Encodes a response to bytes, which threads and the cache pass on without encoding it again. */
export function encodeResponse(response: SearchResponse, covers: Covers): EncodedResponse {
  const limited = limitChapters(response);
  const shown = covers === 'public' ? publicImages(limited) : limited;
  return { json: encoded(shown), total: response.total };
}

/** Encodes an answer of one episode or none. */
export function encodeEpisode(episode: Episode | null, covers: Covers): EncodedResponse {
  const episodes = episode === null ? [] : [episode];
  return encodeResponse({ episodes, total: episodes.length }, covers);
}

export function encodeSpeech(sentences: Sentence[] | null): EncodedResponse {
  const response: SpeechResponse = { sentences };
  return { json: encoded(response), total: sentences?.length ?? 0 };
}

const UTF8 = new TextEncoder();

function encoded(response: SearchResponse | SpeechResponse): EncodedResponse['json'] {
  return UTF8.encode(JSON.stringify(response));
}
