import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodeXML } from 'entities';
import { webUrl } from '../contract/index.ts';
import { MAX_DEPTH } from '../feeds/read/check-feed-xml.ts';
import { isBareFile } from '../feeds/read/feed-address.ts';
import { attributesOf, nextTag, rootTag, type Tag } from '../feeds/read/feed-markup.ts';
import { appAddress, bareAddress } from '../feeds/written-address.ts';
import { decodeFeed } from '../feeds/read/feed-decoding.ts';
import { type FeedFetch, type FeedValidators, NO_VALIDATORS } from '../feeds/feed-model.ts';
import { readFeed } from '../feeds/read/read-feed.ts';
import type { NamedFeed } from '../catalogue/queue/feed-queue.ts';

/** Where a feed is: on the web, or in a file on this machine, which only the operator can name. */
export type FeedSource = { url: string } | { path: string };

export interface FeedList {
  /** Without repetitions, in the order of the list. */
  feeds: FeedSource[];
  /** Number of entries that are no http(s) address and, in a local list, no path either. */
  leftOut: number;
}

export interface FeedAccess {
  fetchFeed: (url: string, validators: FeedValidators, signal?: AbortSignal) => Promise<FeedFetch>;
  readFile: (path: string) => Promise<Uint8Array>;
}

interface LoadedSource {
  bytes: Uint8Array;
  contentType: string | null;
}

/** The http(s) address in normal form; null for another text. */
export function feedUrl(text: string): string | null {
  const url = webUrl(text);
  if (url === null) return null;
  url.hash = '';
  return url.href;
}

/**
 * The file that a text names, as a path relative to `folder` or as a `file:` address. Null for other
 * addresses and for texts that cannot name a file.
 */
function pathOf(text: string, folder: string): string | null {
  if (text.includes('\0')) return null;
  if (text.startsWith('file://')) {
    try {
      return fileURLToPath(text);
    } catch {
      return null; // on another machine, or wrongly encoded: one entry, not the whole list
    }
  }
  return /^[a-z][a-z0-9+.-]+:/i.test(text) ? null : path.resolve(folder, text);
}

/** The source of an address or path that an operator writes; null for any other text. */
function feedSource(text: string, folder: string | null): FeedSource | null {
  const url = feedUrl(text);
  if (url !== null) return { url };
  const file = folder === null ? null : pathOf(text, folder);
  return file === null ? null : { path: file };
}

/** An entry of a feed list; its address is unchecked. */
interface ListedFeed {
  title: string;
  address: string;
}

/**
 * The feeds of an OPML list in its order, repeated ones included, in whatever elements its outlines stand.
 * Linear time. Throws if the text is no OPML list or nested deeper than {@link MAX_DEPTH}.
 */
export function* outlinesOfList(opml: string): Generator<ListedFeed> {
  let tag = rootTag(opml);
  if (tag.kind !== 'tag' || !/^(?:opml|outline)$/i.test(tag.name))
    throw new Error('The list is not OPML.');
  for (let depth = 0; tag.kind === 'tag'; tag = nextTag(opml, tag.end)) {
    if (tag.opens) depth += 1;
    if (depth > MAX_DEPTH) throw new Error('The list is nested too deep.');
    if (tag.closes) depth -= 1;
    const address = tag.opens && /^outline$/i.test(tag.name) ? addressIn(opml, tag) : null;
    if (address !== null) yield address;
  }
  if (tag.kind !== 'end') throw new Error('The list is not well-formed OPML.');
}

function addressIn(opml: string, tag: Tag): ListedFeed | null {
  const attributes = attributesOf(opml, tag);
  const value = (name: string) => decodeXML(attributes.get(name) ?? '').trim();
  const isFeed = /^(?:rss|atom)$/i.test(value('type'));
  const address = value('xmlurl') || (isFeed ? value('url') : '');
  return address === '' ? null : { title: value('title') || value('text'), address };
}

/** The web address of an entry: links that open apps are converted, and a missing scheme is added. */
export function listedAddress(written: string): string {
  const bare = isBareFile(written) ? null : bareAddress(written);
  return appAddress(written) ?? bare ?? written;
}

async function load(source: FeedSource, access: FeedAccess): Promise<LoadedSource> {
  if ('path' in source) return { bytes: await access.readFile(source.path), contentType: null };
  const fetched = await access.fetchFeed(source.url, NO_VALIDATORS);
  if (fetched.kind === 'fetched') return fetched;
  throw new Error(fetched.kind === 'refused' ? fetched.message : 'The host sent nothing.');
}

/** Feeds of an OPML list. `folder` is the folder of a local list, null for a list from the web. */
function feedsOf(opml: string, folder: string | null): FeedList {
  const found = new Map<string, FeedSource>();
  let leftOut = 0;
  for (const { address } of outlinesOfList(opml)) {
    // In a local list, a name without a slash is a file, not a host.
    const isFile = folder !== null && !address.includes('/');
    const feed = feedSource(isFile ? address : listedAddress(address), folder);
    if (feed === null) leftOut += 1;
    else found.set(feedKey(feed), feed);
  }
  return { feeds: [...found.values()], leftOut };
}

/** The key of a feed in the catalogue and in reports. */
export function feedKey(feed: FeedSource): string {
  return 'url' in feed ? feed.url : feed.path;
}

export function feedOfKey(key: string): FeedSource {
  return webUrl(key) === null ? { path: key } : { url: key };
}

/** The host whose limit a fetch counts against; empty for files. */
export function hostOf(feed: FeedSource): string {
  return 'url' in feed ? new URL(feed.url).host : '';
}

/** The feed in the form that the catalogue stores. */
export function namedFeed(feed: FeedSource): NamedFeed {
  return { url: feedKey(feed), host: hostOf(feed) };
}

/**
 * The feeds of a path or http(s) address: if it leads to an OPML list, those of the list; if to a feed, this
 * one. A local list may name feeds by paths relative to it; a list from the web can never make us open a
 * file. Throws one sentence if the source cannot be read or is neither a list nor a feed.
 */
export async function loadFeedList(
  source: string,
  access: FeedAccess,
  now: number,
): Promise<FeedList> {
  const location = feedSource(source, process.cwd());
  if (location === null) throw new Error(`${source} is neither a path nor an http(s) address.`);
  try {
    const { bytes, contentType } = await load(location, access);
    const reading = readFeed(bytes, contentType, now);
    if (reading.kind === 'read') return { feeds: [location], leftOut: 0 };
    if (reading.code !== 'feed-list') throw new Error(reading.message);
    const list = feedsOf(
      decodeFeed(bytes, contentType),
      'path' in location ? path.dirname(location.path) : null,
    );
    if (list.feeds.length === 0) throw new Error('The list names no feed.');
    return list;
  } catch (error) {
    const reason = isMissing(error) ? 'There is no such file.' : messageOf(error);
    throw new Error(`${source} cannot be used as feed or list of feeds: ${reason}`, {
      cause: error,
    });
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
