import { createHash } from 'node:crypto';
import type { FeedVersion, PrivateFeed } from '../../delivery/channels/firestore-feeds.ts';
import { type AlertItem, webUrl } from '../../contract/index.ts';
import { escapeUTF8 } from 'entities/escape';
import { FEED_PICTURE, type RssItem, rssXml } from '../../feeds/write/rss-xml.ts';
import { publishedText } from '../../delivery/mail/digest/published-text.ts';
import { clockText } from '../../platform/clock-text.ts';
import { oneLine } from '../../platform/one-line.ts';
import type { SiteIdentity } from '../../platform/mail-config.ts';
import type { FeedFormat } from './read-feed-address.ts';

const MAX_SHOW_LENGTH = 60;

const CONTENT_TYPES: Record<FeedFormat, string> = {
  rss: 'application/rss+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
};

/** The address is a secret: search engines and linked sites must not learn it. */
export const PRIVATE_HEADERS = { 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' };

/** Computes the `ETag` without the items, so that a 304 need not read them. */
export function feedTag({ channelId, changedAtMs }: FeedVersion, format: FeedFormat): string {
  const version = `${channelId} ${changedAtMs} ${format}`;
  return createHash('sha256').update(version).digest('base64url').slice(0, 27);
}

/** The `ETag` is weak: another version of the program may render the same items differently. */
export function feedHeaders(version: FeedVersion, format: FeedFormat): Record<string, string> {
  return {
    'Cache-Control': 'private, no-cache',
    'Content-Type': CONTENT_TYPES[format],
    ETag: `W/"${feedTag(version, format)}"`,
    'Last-Modified': new Date(version.changedAtMs).toUTCString(),
  };
}

export function feedDocument(feed: PrivateFeed, format: FeedFormat, site: SiteIdentity): Buffer {
  return Buffer.from(format === 'rss' ? feedRss(feed, site) : feedJson(feed, site));
}

function descriptionFor({ name }: SiteIdentity): string {
  return `New podcast episodes that match your alerts, by ${name}. The address of this feed is yours alone.`;
}

function feedRss({ title, items, changedAtMs }: PrivateFeed, site: SiteIdentity): string {
  const head = {
    title: `${title} – ${site.name}`,
    description: descriptionFor(site),
    pageUrl: `${site.url}/alerts`,
    changedAtMs,
    site,
  };
  return rssXml(head, items.map(rssItem));
}

function rssItem(item: AlertItem): RssItem {
  const [file] = item.attachments ?? [];
  const audio = webUrl(file?.url)?.href;
  const pubDateMs = Date.parse(item.date_published);
  const shows = item.authors.map(({ name }) => name).join(', ');
  return {
    // Starts with the show, because lists in podcast apps show only titles.
    title: shows === '' ? item.title : `${oneLine(shows, MAX_SHOW_LENGTH)}: ${item.title}`,
    link: webUrl(item.url ?? item._earshot.page)?.href,
    guid: item.id,
    pubDateMs: Number.isNaN(pubDateMs) ? null : pubDateMs,
    creator: shows,
    author: shows,
    description: { html: item.content_html + factsHtml(item) + momentsHtml(item) },
    categories: item.tags,
    strength: item._earshot.strength,
    enclosure:
      audio === undefined || file === undefined ? undefined : { url: audio, type: file.mime_type },
    durationS: file?.duration_in_seconds,
    image: webUrl(item.image)?.href,
  };
}

/** Contains the episode's own date, because `pubDate` is the time of the match. */
function factsHtml({ authors, date_published, tags, _earshot }: AlertItem): string {
  const date = publishedText(Date.parse(_earshot.published ?? date_published), 'UTC');
  const alerts = tags.map((query) => `“${query}”`).join(', ');
  const facts = [...authors.map(({ name }) => name), date, alerts].filter(Boolean).join(' · ');
  return `<p>${escapeUTF8(facts)}</p>`;
}

function momentsHtml({ _earshot: { said } }: AlertItem): string {
  const links = said.flatMap(({ at_seconds, url }) => {
    const href = webUrl(url)?.href;
    if (href === undefined || at_seconds === null) return [];
    return [`<a href="${escapeUTF8(href)}">At ${clockText(at_seconds * 1000)}</a>`];
  });
  return links.length === 0 ? '' : `<p>${links.join(' · ')}</p>`;
}

/** Adds the episode's own date to the text, because many readers show only `date_published`. */
function jsonItem(item: AlertItem): AlertItem {
  const { content_html, date_published, _earshot } = item;
  if ((_earshot.published ?? date_published) === date_published) return item;
  return { ...item, content_html: content_html + factsHtml(item) };
}

/** JSON Feed 1.1, without `feed_url`: the address is secret. */
function feedJson({ title, items }: PrivateFeed, site: SiteIdentity): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: `${title} – ${site.name}`,
    home_page_url: `${site.url}/alerts`,
    description: descriptionFor(site),
    icon: site.url + FEED_PICTURE,
    authors: [{ name: site.name, url: site.url }],
    language: 'en',
    items: items.map(jsonItem),
  });
}
