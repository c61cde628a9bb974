import { type Episode, MAX_CHAPTERS_SHOWN } from '../contract/index.ts';
import { isPublicImage } from '../feeds/fetch/public-host.ts';
import { createSizedCache } from '../platform/sized-cache.ts';

/** Cover images in responses: only those on public hosts, or all (emulators). */
type Covers = 'public' | 'all';

/** Limits what a response sends to browsers: chapters, and covers on private hosts. */
export function limitResponse<Response extends { episodes: Episode[] }>(
  response: Response,
  covers: Covers,
): Response {
  const episodes = limitChapters(response.episodes);
  return { ...response, episodes: covers === 'public' ? dropPrivateCovers(episodes) : episodes };
}

/** Removes the chapters of each episode that would exceed {@link MAX_CHAPTERS_SHOWN} for the whole response. */
export function limitChapters(episodes: readonly Episode[]): Episode[] {
  let left = MAX_CHAPTERS_SHOWN;
  return episodes.map((episode) => {
    const count = episode.chapters?.length ?? 0;
    if (count > left) return withoutChapters(episode);
    left -= count;
    return episode;
  });
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
function dropPrivateCovers(episodes: readonly Episode[]): Episode[] {
  return episodes.map((episode) =>
    isKnownPublic(episode.image) ? episode : { ...episode, image: '' },
  );
}

function isKnownPublic(image: string): boolean {
  const before = known.get(image);
  if (before !== undefined) return before;
  const isPublic = isPublicImage(image);
  known.set(image, isPublic);
  return isPublic;
}
