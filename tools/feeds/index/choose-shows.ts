import { type Candidate } from '../../../functions/src/catalogue/queue/candidates.ts';
import { publisherKey } from '../../../functions/src/catalogue/gate/publisher-keys.ts';
import { DAY_MS, webUrl } from '../../../functions/src/contract/index.ts';
import { isPublicHost } from '../../../functions/src/feeds/fetch/public-host.ts';
import { isPrivateFeed } from '../../../functions/src/feeds/private-feed.ts';
import type { IndexedShow } from '../../../functions/src/catalogue/engines/sqlite/read-dump.ts';

export interface IndexChoice {
  /** Beginning of a language tag, such as "en"; all languages without it. */
  language: string | undefined;
  /** Shows whose newest episode is older than this are left out. */
  activeDays: number;
  most: number;
}

export const LEFT_OUT = [
  'dead',
  'failing',
  'language',
  'silent',
  'unsafe',
  'private',
  'duplicate',
  'beyond',
] as const;
type LeftOut = (typeof LEFT_OUT)[number];

export interface ChosenShows {
  read: number;
  leftOut: Record<LeftOut, number>;
  /** Feeds of the catalogue that only followers hear, and that the index names; they need not be chosen. */
  named: string[];
  /** The most popular shows first; of equally popular ones, the newest. */
  candidates: Candidate[];
}

interface Ranked {
  candidate: Candidate;
  popularity: number;
  newestAt: number;
}

/** HTTP statuses that are temporary: request timeout, too early, too many requests. */
const PASSING: readonly number[] = [408, 425, 429];

/**
 * Chooses the most popular shows. At most twice as many as are chosen are in memory at a time.
 * @param known Addresses of the catalogue's feeds, by {@link sameAddress}.
 * @param unnamed The catalogue's feeds that only followers hear.
 */
export function chooseShows(
  shows: Iterable<IndexedShow>,
  choice: IndexChoice,
  known: ReadonlyMap<string, string>,
  now: number,
  unnamed: ReadonlySet<string> = new Set(),
): ChosenShows {
  const leftOut = Object.fromEntries(
    LEFT_OUT.map((reason) => [reason, 0]),
  ) as ChosenShows['leftOut'];
  const chosen = new Map<string, Ranked>();
  let least: Ranked | undefined;
  let read = 0;
  const cut = () => {
    const best = [...chosen].sort(([, left], [, right]) => byRank(left, right));
    for (const [key] of best.slice(choice.most)) chosen.delete(key);
    leftOut.beyond += Math.max(0, best.length - choice.most);
    least = best[choice.most - 1]?.[1] ?? least;
  };
  const named = new Set<string>();
  for (const show of shows) {
    read += 1;
    const own = unnamed.size === 0 ? undefined : known.get(sameAddress(show.url.trim()));
    if (own !== undefined && unnamed.has(own)) named.add(own);
    const reason = reasonOf(show, choice, now);
    const isBeyond = reason === null && least !== undefined && isBelow(show, least);
    // Checked before the address, because parsing that takes longest.
    const found = reason ?? (isBeyond ? 'beyond' : candidateOf(show, now));
    if (typeof found === 'string') {
      leftOut[found] += 1;
      continue;
    }
    const { url } = found.candidate;
    const key = sameAddress(url);
    const other = chosen.get(key);
    if (other !== undefined || (known.get(key) ?? url) !== url) {
      leftOut.duplicate += 1;
      if (other !== undefined && byRank(found, other) < 0) chosen.set(key, found);
    } else if (least !== undefined && byRank(found, least) > 0) leftOut.beyond += 1;
    else {
      chosen.set(key, found);
      if (chosen.size >= 2 * choice.most) cut();
    }
  }
  cut();
  const ranked = [...chosen.values()].sort(byRank);
  return {
    read,
    leftOut,
    named: [...named],
    candidates: ranked.map(({ candidate }) => candidate),
  };
}

function byRank(left: Ranked, right: Ranked): number {
  return (
    right.popularity - left.popularity ||
    right.newestAt - left.newestAt ||
    (left.candidate.url > right.candidate.url ? -1 : 1)
  );
}

function isBelow({ popularity, newestAt }: IndexedShow, least: Ranked): boolean {
  return popularity === least.popularity
    ? newestAt < least.newestAt
    : popularity < least.popularity;
}

/** The reason to leave out a show, regardless of its address; null if there is none. */
function reasonOf(
  { dead, status, language, newestAt }: IndexedShow,
  choice: IndexChoice,
  now: number,
): LeftOut | null {
  if (dead !== 0) return 'dead';
  if (status >= 400 && status < 500 && !PASSING.includes(status)) return 'failing';
  if (!isOfLanguage(language, choice.language)) return 'language';
  const newestMs = newestAt * 1000;
  const isSilent = newestMs < now - choice.activeDays * DAY_MS || newestMs > now + DAY_MS;
  return isSilent ? 'silent' : null;
}

function candidateOf(
  { url: written, title, author, popularity, newestAt, oldestAt, createdAt, ...ids }: IndexedShow,
  now: number,
): Ranked | LeftOut {
  const url = webUrl(written.trim());
  if (url === null || !isPublicHost(url)) return 'unsafe';
  if (isPrivateFeed(url)) return 'private';
  url.hash = '';
  const startedMs = [createdAt, oldestAt].map((at) => at * 1000).find((at) => at > 0) ?? now;
  return {
    popularity,
    newestAt,
    candidate: {
      url: url.href,
      host: url.host,
      title,
      sinceMs: createdAt > 0 ? Math.min(now, createdAt * 1000) : now,
      startedMs: Math.min(now, startedMs),
      publisher: publisherKey(author, title, url.host),
      indexId: ids.indexId || null,
      appleId: ids.appleId || null,
      guid: guidOf(ids.guid),
    },
  };
}

/** The GUID of the show; null for a text that cannot be one. */
function guidOf(written = ''): string | null {
  const guid = written.trim().toLowerCase();
  return /^[\w-]{1,64}$/.test(guid) ? guid : null;
}

function isOfLanguage(language: string, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  const [tag, main] = [language.trim().toLowerCase().replaceAll('_', '-'), wanted.toLowerCase()];
  return tag === main || tag.startsWith(`${main}-`);
}

/** A key that is equal for addresses of the same feed: without scheme, "www." and a slash at the end. */
export function sameAddress(address: string): string {
  return address.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');
}
