import type { ChangedEpisode, EpisodeFacts } from '../../catalogue/store/new-episode.ts';

/** The fields that are stored with a match. Texts are read again when the mail is rendered. */
export interface MatchedEpisode extends EpisodeFacts {
  id: number;
  link: string;
}

/** Omits the texts, because those of thousands of episodes would not fit into memory. */
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
