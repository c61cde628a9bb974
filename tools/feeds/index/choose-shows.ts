import { type Candidate } from '../../../functions/src/catalogue/queue/candidates.ts';
import { publisherKey } from '../../../functions/src/catalogue/gate/publisher-keys.ts';
import { DAY_MS, webUrl } from '../../../functions/src/contract/index.ts';
import { isPublicHost } from '../../../functions/src/feeds/fetch/public-host.ts';
import { isPrivateFeed } from '../../../functions/src/feeds/private-feed.ts';
import type { IndexedShow } from '../../../functions/src/catalogue/engines/sqlite/read-dump.ts';

export interface IndexChoice {
  /** Beginning of a language tag, such as "en"; all languages without it. */
  language: string | undefined;
  /** Shows without an episode for longer are left out. */
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
  /** Feeds that only their followers hear and that the index names, chosen or not. */
  named: string[];
  /** Most popular first, then newest. */
  candidates: Candidate[];
}

interface Ranked {
  candidate: Candidate;
  popularity: number;
  newestAt: number;
}

/** HTTP statuses that a later fetch may not get: timeout, too early, too many requests. */
const PASSING: readonly number[] = [408, 425, 429];

/**
 * Chooses the most popular shows; memory is limited to twice the choice.
 * @param known Addresses of feeds in the catalogue, by {@link sameAddress}.
 * @param unnamed Those of them that nobody public has named.
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
    // Checked before the address is parsed, which takes longest.
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

/** Why a show is left out, regardless of its address; null if it is not. */
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

/** GUIDs are UUIDs; whatever else stands there says nothing. */
function guidOf(written = ''): string | null {
  const guid = written.trim().toLowerCase();
  return /^[\w-]{1,64}$/.test(guid) ? guid : null;
}

function isOfLanguage(language: string, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  const [tag, main] = [language.trim().toLowerCase().replaceAll('_', '-'), wanted.toLowerCase()];
  return tag === main || tag.startsWith(`${main}-`);
}

/** Equal for addresses that lead to the same feed: scheme, "www." and a slash at the end aside. */
export function sameAddress(address: string): string {
  return address.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');
}
