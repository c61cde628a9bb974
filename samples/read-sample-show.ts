import { parseFeed } from 'feedsmith';

/** One episode of a sample feed that has a page of its own. */
export interface SampleEpisode {
  title: string;
  link: string;
  audio: string;
  publishedAt: Date;
  /** Show notes: HTML where the feed has markup, else plain text; empty where it has none. */
  notes: string;
}

export interface SampleShow {
  title: string;
  /** Address of the cover, or empty. */
  cover: string;
  episodes: SampleEpisode[];
}

/** A filled-in sample feed as its pages need it. Episodes without a link have no page and are left out. */
export function readSampleShow(xml: string): SampleShow {
  const parsed = parseFeed(xml);
  if (parsed.format === 'atom') {
    const { title, logo, entries = [] } = parsed.feed;
    return {
      title: title?.value ?? '',
      cover: logo ?? '',
      episodes: entries.map((entry) => ({
        title: entry.title?.value ?? '',
        link: entry.links?.find(({ rel }) => rel === 'alternate')?.href ?? '',
        audio: entry.links?.find(({ rel }) => rel === 'enclosure')?.href ?? '',
        publishedAt: new Date(entry.published ?? ''),
        notes: entry.content?.value ?? '',
      })),
    };
  }
  if (parsed.format !== 'rss')
    throw new Error(`Sample feeds are RSS or Atom, not ${parsed.format}`);
  const { title, itunes, items = [] } = parsed.feed;
  return {
    title: title ?? '',
    cover: itunes?.image ?? '',
    episodes: items
      .map((item) => ({
        title: item.title ?? '',
        link: item.link ?? '',
        audio: item.enclosures?.[0]?.url ?? '',
        publishedAt: new Date(item.pubDate ?? ''),
        notes: item.content?.encoded ?? item.description ?? '',
      }))
      .filter(({ link }) => link !== ''),
  };
}
