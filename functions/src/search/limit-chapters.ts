import { type Episode, MAX_CHAPTERS_SHOWN, type SearchResponse } from '../contract/index.ts';

/** Keeps at most {@link MAX_CHAPTERS_SHOWN} chapters in all: an episode whose list does not fit has none. */
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
