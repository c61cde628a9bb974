import type { EpisodePage } from '../catalogue/answers/catalogue-query.ts';
import type { EpisodeAnswer, EpisodeRequest } from '../contract/index.ts';
import type { Topic } from '../platform/public-pages.ts';
import type { SearchProvider } from './providers/search-provider.ts';
import type { SharedMoments } from './shared-moments.ts';

const NO_EPISODE: EpisodePage = { episodes: [], total: 0, about: null };

interface EpisodePageParts {
  provider: Pick<SearchProvider, 'episodePage'>;
  moments: SharedMoments;
  topics: () => readonly Topic[];
  limited: (answer: EpisodeAnswer) => EpisodeAnswer;
}

/**
 * Answers what the page of an episode shows. `about` is null if there is no such page. A moment that somebody shared
 * outlives the episode, but not the show's being public.
 */
export function createEpisodePages({ provider, moments, topics, limited }: EpisodePageParts) {
  return async function episodePage(
    { share, ...moment }: EpisodeRequest['episode'],
    client: string,
  ): Promise<EpisodeAnswer> {
    const page = await provider.episodePage?.({ ...moment, topics: topics() });
    const { isHidden = false, ...found } = page ?? NO_EPISODE;
    if (isHidden) return NO_EPISODE;
    if (found.about === null) return (await moments.read(moment)) ?? NO_EPISODE;
    const answer = limited(found);
    if (share) await moments.keep(moment, answer, client);
    return answer;
  };
}
