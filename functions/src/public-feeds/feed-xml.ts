import { createHash } from 'node:crypto';
import { type Episode, inOneLine, splitHighlights, webUrl } from '../contract/index.ts';
import { escapeText, escapeUTF8 } from 'entities/escape';
import { audioType } from '../feeds/write/audio-type.ts';
import { oneLine } from '../platform/one-line.ts';

export interface FeedHead {
  title: string;
  description: string;
  pageUrl: string;
  feedUrl: string;
}

/** The interval of the catalogue's refresh. */
const MINUTES_TO_LIVE = 15;
const MAX_EXCERPT_LENGTH = 300;

/** RSS 2.0 without a time of writing: equal episodes give equal bytes, so caches can compare. */
export function feedXml(head: FeedHead, episodes: readonly Episode[]): string {
  const newestMs = Math.max(...episodes.flatMap(({ pub_date_ms }) => pub_date_ms ?? []));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">',
    '<channel>',
    `<title>${xmlText(head.title)}</title>`,
    `<link>${xmlAddress(head.pageUrl)}</link>`,
    `<description>${xmlHtmlText(head.description)}</description>`,
    '<language>en</language>',
    ...(Number.isFinite(newestMs) ? [`<lastBuildDate>${dateText(newestMs)}</lastBuildDate>`] : []),
    `<ttl>${MINUTES_TO_LIVE}</ttl>`,
    `<atom:link rel="self" type="application/rss+xml" href="${xmlAddress(head.feedUrl)}"/>`,
    // Keeps the feed out of podcast directories, not out of feed readers: a topic is no show.
    '<itunes:block>Yes</itunes:block>',
    ...episodes.map(itemXml),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

function itemXml(episode: Episode): string {
  const { title, podcast, publisher, description, pub_date_ms } = episode;
  const link = webUrl(episode.link)?.href;
  const audio = webUrl(episode.audio);
  const excerpt = splitHighlights(inOneLine(description))
    .map(({ text }) => text)
    .join('');
  return [
    '<item>',
    `<title>${xmlText(title)}</title>`,
    ...(link === undefined ? [] : [`<link>${xmlAddress(link)}</link>`]),
    `<guid isPermaLink="false">${guid(episode)}</guid>`,
    ...(pub_date_ms === null ? [] : [`<pubDate>${dateText(pub_date_ms)}</pubDate>`]),
    `<dc:creator>${xmlText(podcast || publisher)}</dc:creator>`,
    `<description>${xmlHtmlText(excerpt, MAX_EXCERPT_LENGTH)}</description>`,
    ...(audio === null ? [] : [enclosureXml(audio)]),
    '</item>',
  ].join('\n');
}

/** RSS requires a length; 0 stands for unknown. */
function enclosureXml({ href }: URL): string {
  return `<enclosure url="${xmlAddress(href)}" length="0" type="${audioType(href)}"/>`;
}

/** Hash of link and date: some shows link all episodes to one page, and titles are corrected. */
function guid({ link, title, podcast, pub_date_ms }: Episode): string {
  const parts = [link || podcast, pub_date_ms ?? title];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/** RFC 822: "Sun, 22 Nov 2026 02:00:00 GMT". */
function dateText(timeMs: number): string {
  return new Date(timeMs).toUTCString();
}

/** UTF-16 code units; longer than any title or excerpt. */
const MAX_LENGTH = 500;

/** Escapes untrusted text: one line, truncated, without characters that XML forbids. */
function xmlText(text: string, maxLength = MAX_LENGTH): string {
  return escapeUTF8(oneLine(withoutNonCharacters(text), maxLength));
}

/** Escapes twice: feed readers parse this element's text as HTML. */
function xmlHtmlText(text: string, maxLength = MAX_LENGTH): string {
  return escapeUTF8(escapeText(oneLine(withoutNonCharacters(text), maxLength)));
}

export function xmlAddress(address: string): string {
  return escapeUTF8(address);
}

/** XML forbids these two; `oneLine` removes all other forbidden characters. */
function withoutNonCharacters(text: string): string {
  return text.replace(/[\uFFFE\uFFFF]/g, '');
}
