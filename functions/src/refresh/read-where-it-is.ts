import { hash } from 'node:crypto';
import { isPrivateFeed } from '../feeds/private-feed.ts';
import {
  type FeedFetch,
  type FeedReading,
  type FeedValidators,
  type FetchHints,
  NO_VALIDATORS,
} from '../feeds/feed-model.ts';
import { isSameShow } from '../feeds/is-same-show.ts';

type Fetched = Extract<FeedFetch, { kind: 'fetched' }>;
type Read = Extract<FeedReading, { kind: 'read' }>;

/** `reading` is null if the feed has the same bytes as at the last fetch. */
export interface Located {
  reading: FeedReading | null;
  /** Empty while the feed names another address, because the next fetch would miss changes there. */
  validators: FeedValidators;
  bodyHash: string | null;
  hints: FetchHints;
}

interface Access {
  url: string;
  key: string;
  hashBefore: string | null;
  read: (fetched: Fetched) => FeedReading;
  fetch: (url: string) => Promise<FeedFetch>;
}

const MAX_MOVES = 2;

/**
 * Follows the address in `itunes:new-feed-url`, like a permanent redirect. Ignores an address that is
 * unreachable, has no episodes, belongs to another show, leads back, or is private to a subscriber although
 * the feed's key is not.
 */
export async function readWhereItIs(first: Fetched, access: Access): Promise<Located> {
  const { url, key, hashBefore, read, fetch } = access;
  const isKnown = ({ bytes }: Fetched) => hash('sha256', bytes) === hashBefore;
  const stay = (
    validators: FeedValidators,
    bodyHash: string | null,
    reading: FeedReading | null,
  ) => ({
    validators,
    bodyHash,
    reading,
    hints: first,
  });
  const firstHash = hash('sha256', first.bytes);
  if (isKnown(first)) return stay(first.validators, firstHash, null);
  const reading = read(first);
  if (reading.kind === 'refused') return stay(first.validators, firstHash, reading);
  const seen = new Set([key, url, first.movedTo ?? url]);
  let next = nextOf(reading, key, seen);
  if (next === undefined) return stay(first.validators, firstHash, reading);

  const here = stay(NO_VALIDATORS, null, reading);
  let found: Located = here;
  for (let move = 0; move < MAX_MOVES && next !== undefined; move += 1) {
    const there = await fetch(next);
    if (there.kind !== 'fetched') return found;
    const movedTo: string = there.movedTo ?? next;
    if (seen.has(movedTo) || isForeignPrivate(movedTo, key)) return here;
    seen.add(next).add(movedTo);
    const hints = { ...there, movedTo };
    const bodyHash = hash('sha256', there.bytes);
    if (isKnown(there)) return { reading: null, validators: NO_VALIDATORS, bodyHash, hints };
    const moved = read(there);
    if (moved.kind === 'refused' || moved.items.length === 0) return found;
    if (!isSameShow(reading, moved)) return found;
    found = { reading: moved, validators: NO_VALIDATORS, bodyHash, hints };
    const { newFeedUrl } = moved.show;
    const leadsBack = newFeedUrl !== undefined && newFeedUrl !== movedTo && seen.has(newFeedUrl);
    if (leadsBack && newFeedUrl !== next) return here;
    next = nextOf(moved, key, seen);
  }
  return found;
}

function nextOf({ show }: Read, key: string, seen: ReadonlySet<string>): string | undefined {
  const { newFeedUrl } = show;
  // The key of a local file is not a URL, and a local feed cannot move.
  if (newFeedUrl === undefined || seen.has(newFeedUrl) || !URL.canParse(key)) return undefined;
  return isForeignPrivate(newFeedUrl, key) ? undefined : newFeedUrl;
}

/** True for a subscriber's private address, which is neither fetched nor stored for a public feed. */
function isForeignPrivate(url: string, key: string): boolean {
  return isPrivateFeed(url) && !isPrivateFeed(key);
}
