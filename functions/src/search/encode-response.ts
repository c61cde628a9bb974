import type { SearchResponse } from '../contract/index.ts';
import { limitChapters } from './limit-chapters.ts';
import { publicImages } from './providers/public-images.ts';

/** The answer to a search as it is sent. */
export interface EncodedResponse {
  /** A `SearchResponse` as JSON in UTF-8. */
  json: Uint8Array<ArrayBuffer>;
  /** Its `total`, for the log. */
  total: number;
}

/** Which covers an answer may name: only those on public hosts, or all, as on one's own machine. */
export type Covers = 'public' | 'all';

/**
 * Written once, where the answer is made: bytes go from thread to thread and into the cache as they
 * are, and cost nothing more however often they are sent.
 */
export function encodeResponse(response: SearchResponse, covers: Covers): EncodedResponse {
  const limited = limitChapters(response);
  const shown = covers === 'public' ? publicImages(limited) : limited;
  return { json: new TextEncoder().encode(JSON.stringify(shown)), total: response.total };
}
