import { createHash } from 'node:crypto';
import { type Episode, inOneLine, splitHighlights, webUrl } from '../contract/index.ts';
import { audioType } from '../feeds/write/audio-type.ts';
import { type RssItem, rssXml } from '../feeds/write/rss-xml.ts';

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
  const excerpt = splitHighlights(inOneLine(description)).map(({ text }) => text);
  return {
    title,
    link: webUrl(episode.link)?.href,
    guid: guid(episode),
    pubDateMs: pub_date_ms,
    creator: podcast || publisher,
    description: { text: excerpt.join('') },
    enclosure: audio === undefined ? undefined : { url: audio, type: audioType(audio) },
  };
}

/** Hash of link and date: some shows link all episodes to one page, and titles are corrected. */
function guid({ link, title, podcast, pub_date_ms }: Episode): string {
  const parts = [link || podcast, pub_date_ms ?? title];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
