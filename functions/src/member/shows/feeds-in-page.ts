import { decodeHTML } from 'entities';
import { isPrivateFeed } from '../../feeds/private-feed.ts';
import { webUrl } from '../../contract/index.ts';

const MAX_PAGE_LENGTH = 2_000_000;
const MAX_LINK_TAGS = 500;

const LINK_TAG = /<link\b([^<>]{1,3000})>/gi;
const ATTRIBUTE =
  /([a-z-]{1,20})\s{0,9}=\s{0,9}(?:"([^"]{0,2048})"|'([^']{0,2048})'|([^\s"'>]{1,2048}))/gi;
const FEED_TYPE = /^application\/(?:rss|atom|x-rss|rdf)\+xml\b/i;
const APPLE_LINK =
  /https?:\/\/(?:podcasts|itunes)\.apple\.com\/[^\s"'<>]{0,300}?\/id(\d{6,12})(?!\d)/i;

/** Finds feeds in `link` tags, podcasts first, and the show's number in Apple's directory. Takes linear time. */
export function feedsInPage(html: string, url: string): { feeds: string[]; appleId?: string } {
  const read = html.slice(0, MAX_PAGE_LENGTH);
  const feeds = new Map<string, boolean>();
  let tags = 0;
  for (const [, written = ''] of read.matchAll(LINK_TAG)) {
    tags += 1;
    if (tags > MAX_LINK_TAGS) break;
    const { rel = '', type = '', href = '', title = '' } = attributesOf(written);
    if (!/(?:^|\s)alternate(?:\s|$)/i.test(rel) || !FEED_TYPE.test(type.trim())) continue;
    const feed = URL.canParse(href.trim(), url) ? webUrl(new URL(href.trim(), url).href) : null;
    if (feed === null || isPrivateFeed(feed)) continue;
    feed.hash = '';
    // Skip the feed of a blog's comments.
    if (!/comment/i.test(title + feed.pathname))
      feeds.set(feed.href, /podcast|episode|audio/i.test(title + feed.href));
  }
  const appleId = APPLE_LINK.exec(read)?.[1];
  const named = [...feeds].sort(([, left], [, right]) => Number(right) - Number(left));
  return { feeds: named.map(([feed]) => feed), ...(appleId !== undefined && { appleId }) };
}

function attributesOf(written: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', ...values] of written.matchAll(ATTRIBUTE)) {
    attributes[name.toLowerCase()] = decodeHTML(values.find(Boolean) ?? '');
  }
  return attributes;
}
