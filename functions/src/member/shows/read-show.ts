import { clampText } from '../../contract/clamp-text.ts';
import { DAY_MS, type LookupRefusal, MAX_FEED_URL_LENGTH } from '../../contract/index.ts';
import type { FeedFailureCode, FeedFetch, FeedReading, FeedShow } from '../../feeds/feed-model.ts';
import { isPublicImage } from '../../feeds/fetch/public-host.ts';
import { failureSentence } from '../../feeds/failure-sentence.ts';
import { isSameShow } from '../../feeds/is-same-show.ts';
import { isPrivateFeed } from '../../feeds/private-feed.ts';
import { readFeed } from '../../feeds/read/read-feed.ts';
import type { Show } from '../../accounts/firestore-shows.ts';

/** Fetches from public addresses only, with limits on size, time and redirects. */
export type FetchPublic = (
  url: string,
  options?: { accept?: string; maxBytes?: number },
) => Promise<FeedFetch>;

export interface Refused {
  kind: 'refused';
  reason: LookupRefusal;
  /** A sentence for the person. It contains neither text of the feed nor the feed's address. */
  message: string;
}

export interface ReadShow extends Show {
  newestAt?: number;
  episodes: number;
}

/** In UTF-16 code units. */
export const MAX_TITLE_LENGTH = 300;
/** How many times `itunes:new-feed-url` is followed per feed. */
const MAX_MOVES = 2;
/** In UTF-16 code units. Parsing 8 MB takes up to a second of CPU, and parsing this much a fifth of that. */
const MAX_PARSED_LENGTH = 500_000;

export const PRIVATE: Refused = {
  kind: 'refused',
  reason: 'private',
  message: 'This is a private feed for one subscriber. Earshot does not read private feeds.',
};

export function refusal(reason: LookupRefusal, message: string): Refused {
  return { kind: 'refused', reason, message };
}

/** A document that is not a feed; callers can search it for a feed's address. */
export interface OtherDocument {
  kind: 'other';
  bytes: Uint8Array;
  contentType: string | null;
  url: string;
}

/**
 * Follows permanent redirects and the feed's own new address. Refuses a private feed before fetching it, or after
 * a permanent redirect to a private address.
 */
export async function readShow(
  url: string,
  fetchPublic: FetchPublic,
  now: number,
): Promise<ReadShow | Refused | OtherDocument> {
  const first = await readAt(url, fetchPublic, now);
  if (!('show' in first)) return first;
  let { show, next } = first;
  for (let move = 0; move < MAX_MOVES && next !== undefined; move += 1) {
    const moved = await readAt(next, fetchPublic, now);
    // The feed itself is readable, so ignore a new address that is private, unreadable or of another show.
    if (!('show' in moved) || !isSameShow(first.reading, moved.reading)) return show;
    ({ show, next } = moved);
  }
  return show;
}

interface ReadAt {
  show: ReadShow;
  reading: Extract<FeedReading, { kind: 'read' }>;
  next: string | undefined;
}

async function readAt(
  url: string,
  fetchPublic: FetchPublic,
  now: number,
): Promise<ReadAt | Refused | OtherDocument> {
  if (isPrivateFeed(url)) return PRIVATE;
  if (url.length > MAX_FEED_URL_LENGTH) return refusal('unreachable', 'This address is too long.');
  const fetched = await fetchPublic(url);
  if (fetched.kind === 'refused') return fromFailure(fetched.code);
  if (fetched.kind === 'unchanged') return fromFailure('unexpected-not-modified');
  const finalUrl = fetched.finalUrl ?? url;
  const feedUrl = fetched.movedTo ?? url;
  // Do not check the target of a temporary redirect, because it can be a signed storage address, which belongs to no
  // subscriber and is not stored.
  if (isPrivateFeed(feedUrl)) return PRIVATE;
  const reading = readFeed(
    fetched.bytes,
    fetched.contentType,
    now,
    feedUrl,
    now,
    MAX_PARSED_LENGTH,
  );
  if (reading.kind === 'refused') {
    const { bytes, contentType } = fetched;
    return reading.code === 'web-page' || reading.code === 'not-a-feed' || isHtml(contentType)
      ? { kind: 'other', bytes, contentType, url: finalUrl }
      : fromFailure(reading.code);
  }
  if (reading.show.blocked) return refusal('private', failureSentence('blocked'));
  const { newFeedUrl } = reading.show;
  const isMoved = newFeedUrl !== undefined && newFeedUrl !== feedUrl && newFeedUrl !== url;
  const show = showOf(feedUrl, reading, now);
  return { show, reading, next: isMoved ? newFeedUrl : undefined };
}

function isHtml(contentType: string | null): boolean {
  return /\bhtml\b/i.test(contentType ?? '');
}

const BROKEN = new Set<FeedFailureCode>([
  'empty',
  'document-type',
  'not-well-formed',
  'too-deep',
  'too-large',
  'bad-encoding',
  'feed-list',
  'web-page',
  'not-a-feed',
]);

function fromFailure(code: FeedFailureCode): Refused {
  if (code === 'gone') return refusal('not-found', failureSentence(code));
  return refusal(BROKEN.has(code) ? 'not-a-feed' : 'unreachable', failureSentence(code));
}

function showOf(
  feedUrl: string,
  { show, items, itemsFound }: Extract<FeedReading, { kind: 'read' }>,
  now: number,
): ReadShow {
  const dates = items.flatMap(({ publishedAtMs: at }) =>
    at === null || at > now + DAY_MS ? [] : [at],
  );
  return {
    ...shownFields(feedUrl, show),
    ...(dates.length > 0 && { newestAt: dates.reduce((left, right) => Math.max(left, right)) }),
    episodes: itemsFound,
  };
}

function shownFields(feedUrl: string, { title, publisher, link, image }: FeedShow): Show {
  return {
    feedUrl,
    title: clampText(title, MAX_TITLE_LENGTH),
    ...(publisher !== '' &&
      publisher !== title && { publisher: clampText(publisher, MAX_TITLE_LENGTH) }),
    // The show's page can have a private address too.
    ...(link !== undefined && !isPrivateFeed(link) && { link }),
    ...(image !== null && isPublicImage(image) && { image }),
  };
}
