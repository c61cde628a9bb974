import { webUrl } from '../../contract/index.ts';
import type { FeedHub } from '../feed-model.ts';
import { isPrivateFeed } from '../private-feed.ts';

/** A link as written in a feed or in a header. `rel` may have several words. */
export interface HubLink {
  href?: string | undefined;
  rel?: string | undefined;
}

/** UTF-16 code units. */
const MAX_URL_LENGTH = 2048;

/**
 * Returns the first hub, and the topic that `rel="self"` names (WebSub, section 4). Null without either, and for a topic
 * that is a subscriber's own address, because no third party may learn it.
 */
export function namedHub(links: readonly HubLink[]): FeedHub | null {
  const [hub, topic] = ['hub', 'self'].map((rel) => firstUrl(links, rel));
  if (hub === undefined || topic === undefined || isPrivateFeed(topic)) return null;
  return { hub, topic };
}

function firstUrl(links: readonly HubLink[], wanted: string): string | undefined {
  return links
    .filter(({ rel = '' }) => rel.toLowerCase().split(/\s+/).includes(wanted))
    .map(({ href = '' }) => webUrl(href.trim())?.href)
    .find((href) => href !== undefined && href.length <= MAX_URL_LENGTH);
}
