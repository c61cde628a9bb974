import { type Episode, inOneLine, withoutHighlights, webUrl } from '../contract/index.ts';
import { audioType } from '../feeds/write/audio-type.ts';
import { type RssItem, rssXml } from '../feeds/write/rss-xml.ts';
import { itemId } from '../platform/item-id.ts';

export interface FeedHead {
  title: string;
  description: string;
  pageUrl: string;
  feedUrl: string;
}

/** RSS 2.0 of episodes; equal episodes give equal bytes. */
export function feedXml(head: FeedHead, episodes: readonly Episode[]): string {
  const newestMs = Math.max(...episodes.flatMap(({ pub_date_ms }) => pub_date_ms ?? []));
  const changedAtMs = Number.isFinite(newestMs) ? newestMs : null;
  return rssXml({ ...head, changedAtMs }, episodes.map(rssItem));
}

function rssItem(episode: Episode): RssItem {
  const { title, podcast, publisher, description, pub_date_ms } = episode;
  const audio = webUrl(episode.audio)?.href;
  return {
    title,
    link: webUrl(episode.link)?.href,
    guid: itemId({ link: episode.link, title, podcast, pubDateMs: pub_date_ms }),
    pubDateMs: pub_date_ms,
    creator: podcast || publisher,
    description: { text: withoutHighlights(inOneLine(description)) },
    enclosure: audio === undefined ? undefined : { url: audio, type: audioType(audio) },
  };
}
