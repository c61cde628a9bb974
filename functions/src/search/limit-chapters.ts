import { type Episode, MAX_CHAPTERS_SHOWN, type SearchResponse } from '../contract/index.ts';

/** Keeps whole lists of the first episodes, {@link MAX_CHAPTERS_SHOWN} chapters in all. */
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
