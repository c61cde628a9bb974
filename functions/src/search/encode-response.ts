import type { SearchResponse } from '../contract/index.ts';
import { limitChapters } from './limit-chapters.ts';
import { publicImages } from './providers/public-images.ts';

export interface EncodedResponse {
  /** A `SearchResponse` as JSON in UTF-8. */
  json: Uint8Array<ArrayBuffer>;
  /** For the log. */
  total: number;
}

/** Cover images in responses: those on public hosts, or all (emulators). */
export type Covers = 'public' | 'all';

/** Encodes once: threads and the cache pass the bytes on without encoding them again. */
export function encodeResponse(response: SearchResponse, covers: Covers): EncodedResponse {
  const limited = limitChapters(response);
  const shown = covers === 'public' ? publicImages(limited) : limited;
  return { json: new TextEncoder().encode(JSON.stringify(shown)), total: response.total };
}
