import type { ChangedEpisode, EpisodeFacts } from '../../catalogue/store/new-episode.ts';

/** The fields that are stored from match to mail. Texts are read again when the mail is rendered. */
export interface MatchedEpisode extends EpisodeFacts {
  id: number;
  link: string;
}

/** Copies the facts without the texts, which would not fit into memory for thousands of episodes. */
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
