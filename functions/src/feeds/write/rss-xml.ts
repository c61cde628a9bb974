import { escapeText, escapeUTF8 } from 'entities/escape';
import type { Strength } from '../../contract/index.ts';
import type { SiteIdentity } from '../../platform/mail-config.ts';
import { oneLine, tidyText } from '../../platform/one-line.ts';

export interface RssHead {
  title: string;
  description: string;
  pageUrl: string;
  site: Pick<SiteIdentity, 'name' | 'url'>;
  /** Absent for a feed whose address is a secret. */
  feedUrl?: string;
  changedAtMs: number | null;
}

export interface RssItem {
  title: string;
  link?: string | undefined;
  guid: string;
  pubDateMs: number | null;
  creator: string;
  /** Podcast apps show this name as the author. Absent where `creator` is enough. */
  author?: string;
  description: { text: string } | { html: string };
  categories?: readonly string[];
  strength?: Strength | undefined;
  enclosure?: { url: string; type: string } | undefined;
  durationS?: number | undefined;
  image?: string | undefined;
}

/** Path among the site's public files. Podcast apps require 1,400 × 1,400 pixels. */
export const FEED_PICTURE = '/podcast.png';
/** Equals the refresh interval of the catalogue. */
const MINUTES_TO_LIVE = 15;
const MAX_EXCERPT_LENGTH = 300;

/** Writes RSS 2.0 without a build time, so that equal items give equal bytes and caches stay valid. */
export function rssXml(head: RssHead, items: readonly RssItem[]): string {
  const { changedAtMs, feedUrl, site } = head;
  const picture = xmlAddress(site.url + FEED_PICTURE);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:earshot="urn:earshot:feed">',
    '<channel>',
    `<title>${xmlText(head.title)}</title>`,
    `<link>${xmlAddress(head.pageUrl)}</link>`,
    `<description>${xmlHtmlText(head.description)}</description>`,
    '<language>en</language>',
    ...(changedAtMs === null ? [] : [`<lastBuildDate>${dateText(changedAtMs)}</lastBuildDate>`]),
    `<ttl>${MINUTES_TO_LIVE}</ttl>`,
    ...(feedUrl === undefined
      ? []
      : [`<atom:link rel="self" type="application/rss+xml" href="${xmlAddress(feedUrl)}"/>`]),
    `<itunes:image href="${picture}"/>`,
    `<itunes:author>${xmlText(site.name)}</itunes:author>`,
    // Podcast apps require this element. It covers only this feed, because the episodes belong to other
    // people.
    '<itunes:explicit>false</itunes:explicit>',
    // Keeps the feed out of podcast directories, because a topic is not a show. Feed readers ignore the
    // element.
    '<itunes:block>Yes</itunes:block>',
    ...items.map(itemXml),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

function itemXml(item: RssItem): string {
  const { title, link, guid, pubDateMs, creator, description, enclosure, durationS, image } = item;
  return [
    '<item>',
    `<title>${xmlText(title)}</title>`,
    ...(link === undefined ? [] : [`<link>${xmlAddress(link)}</link>`]),
    `<guid isPermaLink="false">${xmlText(guid)}</guid>`,
    ...(pubDateMs === null ? [] : [`<pubDate>${dateText(pubDateMs)}</pubDate>`]),
    `<dc:creator>${xmlText(creator)}</dc:creator>`,
    ...(item.author === undefined
      ? []
      : [`<itunes:author>${xmlText(item.author)}</itunes:author>`]),
    ...(item.categories ?? []).map((category) => `<category>${xmlText(category)}</category>`),
    ...(item.strength === undefined
      ? []
      : [`<earshot:strength>${item.strength}</earshot:strength>`]),
    `<description>${
      'html' in description
        ? escapeUTF8(withoutNonCharacters(tidyText(description.html)))
        : xmlHtmlText(description.text, MAX_EXCERPT_LENGTH)
    }</description>`,
    // RSS requires a length; 0 means that it is unknown.
    ...(enclosure === undefined
      ? []
      : [
          `<enclosure url="${xmlAddress(enclosure.url)}" length="0" type="${xmlText(enclosure.type)}"/>`,
        ]),
    ...(durationS === undefined ? [] : [`<itunes:duration>${durationS}</itunes:duration>`]),
    ...(image === undefined ? [] : [`<itunes:image href="${xmlAddress(image)}"/>`]),
    '</item>',
  ].join('\n');
}

function dateText(timeMs: number): string {
  return new Date(timeMs).toUTCString();
}

/** UTF-16 code units; longer than any title or excerpt. */
const MAX_LENGTH = 500;

function xmlText(text: string, maxLength = MAX_LENGTH): string {
  return escapeUTF8(oneLine(withoutNonCharacters(text), maxLength));
}

/** Escapes twice, because feed readers parse this element's text as HTML. */
function xmlHtmlText(text: string, maxLength = MAX_LENGTH): string {
  return escapeUTF8(escapeText(oneLine(withoutNonCharacters(text), maxLength)));
}

export function xmlAddress(address: string): string {
  return escapeUTF8(address);
}

/** Removes the two characters that XML forbids and `oneLine` keeps. */
function withoutNonCharacters(text: string): string {
  return text.replace(/[\uFFFE\uFFFF]/g, '');
}
