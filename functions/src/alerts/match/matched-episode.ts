import type { ChangedEpisode, EpisodeFacts } from '../../catalogue/store/new-episode.ts';

/** What is kept of an episode between its match and the mail; texts are read again when it is shown. */
export interface MatchedEpisode extends EpisodeFacts {
  /** Number of the episode in the catalogue. */
  id: number;
  link: string;
}

/** An object of only the facts: the texts of thousands of episodes would not fit into memory. */
export function matchedEpisode(episode: ChangedEpisode): MatchedEpisode {
  const { id, item, title, podcast, link, pubDateMs, ingestedAtMs, changedAtMs } = episode;
  const { copies, forFollowers } = episode;
  return {
    id,
    item,
    title,
    podcast,
    link,
    pubDateMs,
    ingestedAtMs,
    changedAtMs,
    ...(copies && { copies }),
    ...(forFollowers && { forFollowers }),
  };
}
