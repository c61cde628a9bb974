import { type Episode, webAddress } from 'functions/contract';
import type { StructuredData } from './structured-data.ts';

/** What search engines are told about the episodes that stand on a page, in their order; null for none. */
export function episodeListData(episodes: readonly Episode[]): StructuredData | null {
  if (episodes.length === 0) return null;
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: episodes.map((episode, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: podcastEpisode(episode),
    })),
  };
}

/** An address that is not http(s), and what is not known, is left out. */
function podcastEpisode(episode: Episode): StructuredData {
  const { title, podcast, publisher, pub_date_ms: dateMs, duration_s: seconds } = episode;
  const url = webAddress(episode.link);
  return {
    '@type': 'PodcastEpisode',
    name: title,
    ...(url && { url }),
    ...(dateMs !== null && { datePublished: new Date(dateMs).toISOString() }),
    ...(seconds && { duration: `PT${seconds}S` }),
    partOfSeries: {
      '@type': 'PodcastSeries',
      name: podcast,
      ...(publisher && { author: { '@type': 'Organization', name: publisher } }),
    },
  };
}
