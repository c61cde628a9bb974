import {
  type Episode,
  MAX_CHAPTERS_SHOWN,
  type SearchResponse,
  type ShowAnswer,
  type Sentence,
  type SpeechResponse,
} from '../contract/index.ts';
import { isPublicImage } from '../feeds/fetch/public-host.ts';
import { createSizedCache } from '../platform/sized-cache.ts';

export interface EncodedResponse {
  /** A `SearchResponse` or `SpeechResponse` as JSON in UTF-8. */
  json: Uint8Array<ArrayBuffer>;
  /** How many episodes or sentences were found, for the log. */
  total: number;
}

/** Cover images in responses: only those on public hosts, or all (emulators). */
export type Covers = 'public' | 'all';

/** Encodes a response once, so that the cache passes on bytes. */
export function encodeResponse(
  response: SearchResponse | ShowAnswer,
  covers: Covers,
): EncodedResponse {
  const limited = limitChapters(response);
  const shown = covers === 'public' ? dropPrivateCovers(limited) : limited;
  return { json: encoded(shown), total: response.total };
}

export function encodeEpisode(episode: Episode | null, covers: Covers): EncodedResponse {
  const episodes = episode === null ? [] : [episode];
  return encodeResponse({ episodes, total: episodes.length }, covers);
}

export function encodeSpeech(sentences: Sentence[] | null): EncodedResponse {
  const response: SpeechResponse = { sentences };
  return { json: encoded(response), total: sentences?.length ?? 0 };
}

/** Removes the chapters of each episode that would exceed {@link MAX_CHAPTERS_SHOWN} for the whole response. */
export function limitChapters(response: SearchResponse): SearchResponse {
  let left = MAX_CHAPTERS_SHOWN;
  const episodes = response.episodes.map((episode) => {
    const count = episode.chapters?.length ?? 0;
    if (count > left) return withoutChapters(episode);
    left -= count;
    return episode;
  });
  return { ...response, episodes };
}

function withoutChapters(episode: Episode): Episode {
  const rest = { ...episode };
  delete rest.chapters;
  return rest;
}

/** Room for about 5 000 URLs. Covers belong to shows, of which there are fewer than episodes. */
const MAX_BYTES = 2_000_000;

/** Cache of {@link isPublicImage}, which is slow. */
const known = createSizedCache<boolean>(MAX_BYTES, () => 0);

/** Drops covers on private hosts: a browser must not send requests into its own network. */
function dropPrivateCovers(response: SearchResponse): SearchResponse {
  const episodes = response.episodes.map((episode) =>
    isKnownPublic(episode.image) ? episode : { ...episode, image: '' },
  );
  return { ...response, episodes };
}

function isKnownPublic(image: string): boolean {
  const before = known.get(image);
  if (before !== undefined) return before;
  const isPublic = isPublicImage(image);
  known.set(image, isPublic);
  return isPublic;
}

const UTF8 = new TextEncoder();

function encoded(response: SearchResponse | SpeechResponse): EncodedResponse['json'] {
  return UTF8.encode(JSON.stringify(response));
}
