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

/** A feed on the web or in a local file. Only the operator can name a file. */
export type FeedSource = ({ url: string } | { path: string }) & Pick<NamedFeed, 'newADay'>;

export interface FeedList {
  feeds: FeedSource[];
  /** Number of entries that are neither an http(s) address nor an allowed path. */
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

export function feedUrl(text: string): string | null {
  const url = webUrl(text);
  if (url === null) return null;
  url.hash = '';
  return url.href;
}

/** Null for URLs of other schemes, and for text that cannot be a path. */
function pathOf(text: string, folder: string): string | null {
  if (text.includes('\0')) return null;
  if (text.startsWith('file://')) {
    try {
      return fileURLToPath(text);
    } catch {
      return null; // On another machine, or badly encoded: skips this entry, not the whole list.
    }
  }
  return /^[a-z][a-z0-9+.-]+:/i.test(text) ? null : path.resolve(folder, text);
}

/** @param folder Base of relative paths; null if paths are not allowed. */
function feedSource(text: string, folder: string | null): FeedSource | null {
  const url = feedUrl(text);
  if (url !== null) return { url };
  const file = folder === null ? null : pathOf(text, folder);
  return file === null ? null : { path: file };
}

interface ListedFeed {
  title: string;
  address: string;
  /** From the attribute `newADay`: max new episodes a day. */
  newADay?: number;
  tag: Tag;
}

const MAX_NEW_A_DAY = 2_000;

/**
 * Keeps duplicates. Reads outlines inside any element. Linear time. Throws if the text is not OPML or too
 * deep.
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
  if (address === '') return null;
  const newADay = Math.min(Number(value('newaday')), MAX_NEW_A_DAY);
  const isLimit = Number.isInteger(newADay) && newADay > 0;
  return { title: value('title') || value('text'), address, tag, ...(isLimit && { newADay }) };
}

/** Converts links that open apps, and adds a missing scheme. */
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

/**
 * Returns the feed that an outline's address names, null if none.
 * @param folder Base of relative paths; null for a list from the web.
 */
export function listedSource(address: string, folder: string | null): FeedSource | null {
  // In a local list, a name without a slash is a file, not a host.
  const isFile = folder !== null && !address.includes('/');
  return feedSource(isFile ? address : listedAddress(address), folder);
}

function feedsOf(opml: string, folder: string | null): FeedList {
  const found = new Map<string, FeedSource>();
  let leftOut = 0;
  for (const { address, newADay } of outlinesOfList(opml)) {
    const feed = listedSource(address, folder);
    if (feed === null) leftOut += 1;
    else found.set(feedKey(feed), { ...feed, ...(newADay !== undefined && { newADay }) });
  }
  return { feeds: [...found.values()], leftOut };
}

/** Identifies the feed in the catalogue and in reports. */
export function feedKey(feed: FeedSource): string {
  return 'url' in feed ? feed.url : feed.path;
}

export function feedOfKey(key: string): FeedSource {
  return webUrl(key) === null ? { path: key } : { url: key };
}

/** The host whose concurrency limit applies; empty for files. */
export function hostOf(feed: FeedSource): string {
  return 'url' in feed ? new URL(feed.url).host : '';
}

export function namedFeed(feed: FeedSource): NamedFeed {
  const { newADay } = feed;
  return { url: feedKey(feed), host: hostOf(feed), ...(newADay !== undefined && { newADay }) };
}

/**
 * Loads the entries of an OPML list, or a single feed. Only a local list may contain paths, so that a list
 * from the web can never make us open a file. Throws one sentence if the source is neither.
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
