import { type Episode, webAddress } from 'functions/contract';
import type { StructuredData } from './page-kinds.ts';

/** Returns structured data (schema.org), null without episodes. */
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

/** Omits unknown properties and URLs that are not http(s). */
export function podcastEpisode(episode: Episode): StructuredData {
  const { title, podcast, publisher, pub_date_ms: dateMs, duration_s: seconds } = episode;
  const url = webAddress(episode.link);
  const audio = webAddress(episode.audio);
  return {
    '@type': 'PodcastEpisode',
    name: title,
    ...(url && { url }),
    ...(dateMs !== null && { datePublished: new Date(dateMs).toISOString() }),
    ...(seconds && { duration: `PT${seconds}S` }),
    ...(audio && { associatedMedia: { '@type': 'AudioObject', contentUrl: audio } }),
    partOfSeries: {
      '@type': 'PodcastSeries',
      name: podcast,
      ...(publisher && { author: { '@type': 'Organization', name: publisher } }),
    },
  };
}
