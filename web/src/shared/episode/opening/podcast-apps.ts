import type { Episode } from 'functions/contract';

/** A podcast app, and the link that asks it for an episode. */
export interface PodcastApp {
  name: string;
  link: string;
}

/**
 * The podcast apps a phone can have, in the order they are tried (specification, section 9). Apple
 * Podcasts and Overcast exist for Apple's devices alone: elsewhere asking for them would use up the
 * one app that most browsers let a page open for each tap.
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
