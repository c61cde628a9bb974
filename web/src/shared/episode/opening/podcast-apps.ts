import type { Episode } from 'functions/contract';

export interface PodcastApp {
  name: string;
  link: string;
}

/**
 * Podcast apps in a fixed order. Omits iOS apps on Android, where they would
 * waste the one app link that most browsers allow for each tap.
 */
export function podcastApps(
  { title, podcast }: Pick<Episode, 'title' | 'podcast'>,
  userAgent: string,
): PodcastApp[] {
  const wanted = encodeURIComponent(`${podcast} ${title}`.trim());
  const isAndroid = /Android/i.test(userAgent);
  return [
    ...(isAndroid ? [] : [{ name: 'Apple Podcasts', link: `podcasts://search?term=${wanted}` }]),
    { name: 'Spotify', link: `spotify:search:${wanted}` },
    ...(isAndroid ? [] : [{ name: 'Overcast', link: `overcast://search?q=${wanted}` }]),
    { name: 'Pocket Casts', link: `pktc://search?q=${wanted}` },
  ];
}
