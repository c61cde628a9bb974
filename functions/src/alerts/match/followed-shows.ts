import { type EpisodeFacts, feedUrlOf } from '../../catalogue/store/new-episode.ts';
import { showIdOf } from '../../feeds/show-id.ts';

const known = new WeakMap<EpisodeFacts, string>();

export function isFollowed(
  episode: EpisodeFacts,
  { followedShows = [] }: { followedShows?: readonly string[] | undefined },
): boolean {
  if (followedShows.length === 0) return false;
  let showId = known.get(episode);
  if (showId === undefined) known.set(episode, (showId = showIdOf(feedUrlOf(episode))));
  return followedShows.includes(showId);
}
