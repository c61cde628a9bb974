import { type Episode, inOneLine, withoutHighlights, webUrl } from '../../contract/index.ts';
import { episodeLink } from '../../delivery/site-links.ts';
import { audioType } from '../../feeds/write/audio-type.ts';
import { type RssItem, rssXml } from '../../feeds/write/rss-xml.ts';
import type { SiteIdentity } from '../../platform/mail-config.ts';
import { describedItemId, formerItemId } from '../../platform/item-id.ts';

export interface FeedHead {
  title: string;
  description: string;
  pageUrl: string;
  feedUrl: string;
  site: Pick<SiteIdentity, 'name' | 'url'>;
}

/** Renders RSS 2.0. Equal episodes give equal bytes. */
export function feedXml(head: FeedHead, episodes: readonly Episode[]): string {
  const newestMs = Math.max(...episodes.flatMap(({ pub_date_ms }) => pub_date_ms ?? []));
  const changedAtMs = Number.isFinite(newestMs) ? newestMs : null;
  const guids = guidsOf(episodes);
  const items = episodes.map((episode, at) => rssItem(episode, guids[at] ?? '', head.site.url));
  return rssXml({ ...head, changedAtMs }, items);
}

/**
 * Episodes published before this date keep their former id, unless two share it: under another id, readers would show
 * them as new. Remove this constant 35 days after the date, when the catalogue has no such episode.
 */
const GUIDS_SINCE_MS = Date.UTC(2026, 10, 25);

function guidsOf(episodes: readonly Episode[]): string[] {
  const facts = episodes.map((episode) => ({ ...episode, pubDateMs: episode.pub_date_ms }));
  const former = facts.map(formerItemId);
  return facts.map((episode, at) => {
    const id = former[at] ?? '';
    const isKnown = (episode.pubDateMs ?? 0) < GUIDS_SINCE_MS;
    const isAlone = former.indexOf(id) === former.lastIndexOf(id);
    return isKnown && isAlone ? id : (episode.id ?? describedItemId(episode));
  });
}

function rssItem(episode: Episode, guid: string, siteUrl: string): RssItem {
  const { title, podcast, publisher, description, pub_date_ms, duration_s } = episode;
  const audio = webUrl(episode.audio)?.href;
  return {
    title,
    link: webUrl(episode.link)?.href ?? episodeLink(siteUrl, episode) ?? undefined,
    guid,
    pubDateMs: pub_date_ms,
    creator: podcast || publisher,
    description: { text: withoutHighlights(inOneLine(description)) },
    strength: episode.strength,
    durationS: duration_s,
    image: webUrl(episode.image)?.href,
    enclosure: audio === undefined ? undefined : { url: audio, type: audioType(audio) },
  };
}
