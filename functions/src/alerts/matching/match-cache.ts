import { type CountedMatches, NONE_COUNTED, withCounted } from './counted-matches.ts';
import { createNewestMatches, type NewestMatches } from './newest-matches.ts';
import { waitingMatches } from './waiting-matches.ts';
import { aboutMatches, type ReadEpisodes } from './about-matches.ts';
import { isForNotesOnly, isOnlyAbout, normalFormIn } from './saved-keywords.ts';
import type { EpisodeBatch, EpisodeChange } from './episode-batch.ts';
import type { MatchedEpisode } from './matched-episode.ts';

export interface QueryMatches {
  /** For alerts saved at this time (epoch milliseconds) or later, all matches are here; 0: for all alerts. */
  sinceMs: number;
  /** The newest matches, in the order of {@link newestFirst}. */
  held: readonly MatchedEpisode[];
  /** Numbers of further matches. */
  counted: CountedMatches;
  /** Matches that only followers are told of; see {@link waitingMatches}. */
  forFollowers: readonly MatchedEpisode[];
}

/** A query's key in `savedKeywords`: its normal form, and the marks of its choices. */
export type QueryKey = string;

/**
 * Matches of each query of a shard in the window (`WINDOW_DAYS`), so that an episode is matched once, and
 * again only when it changes. They can be rebuilt from the catalogue.
 */
export interface MatchCache {
  /** Id of the catalogue that numbered the episodes; '' for none. */
  catalogue: string;
  /** Changes up to this time were matched, by the catalogue's clock. */
  readUntilMs: number;
  /** When everything was last matched again, epoch milliseconds. */
  provenAtMs: number;
  /** Number of episodes in the window when everything was last matched. */
  windowEpisodes: number;
  /** Queries that lack older matches until everything is matched again. */
  partial: readonly QueryKey[];
  /**
   * The last changes that were matched: the next run reads them again and skips them
   * ({@link EpisodeBatch.changes}).
   */
  lastRead: readonly EpisodeChange[];
  queries: Map<QueryKey, QueryMatches>;
}

export function emptyMatches(): MatchCache {
  return {
    catalogue: '',
    readUntilMs: 0,
    provenAtMs: 0,
    windowEpisodes: 0,
    partial: [],
    lastRead: [],
    queries: new Map(),
  };
}

export const NO_MATCHES: QueryMatches = {
  sinceMs: 0,
  held: [],
  counted: NONE_COUNTED,
  forFollowers: [],
};

/** Makes the next run match everything anew. */
export function mistrust(cache: MatchCache): void {
  cache.catalogue = '';
}

/** The wanted episodes of all queries, by item. */
export function matchedEpisodes(
  { queries }: MatchCache,
  isWanted: (item: string) => boolean = () => true,
): Map<string, MatchedEpisode> {
  const found = new Map<string, MatchedEpisode>();
  const add = (episode: MatchedEpisode) => {
    if (isWanted(episode.item)) found.set(episode.item, episode);
  };
  for (const { held, forFollowers } of queries.values()) {
    held.forEach(add);
    forFollowers.forEach(add);
  }
  return found;
}

/** Removes episodes; returns queries whose list now has room for an episode that was only counted. */
export function dropEpisodes(
  cache: MatchCache,
  isDropped: (episode: MatchedEpisode) => boolean,
): QueryKey[] {
  const lacking: QueryKey[] = [];
  const stays = (episode: MatchedEpisode) => !isDropped(episode);
  for (const [key, matches] of cache.queries) {
    const { held, forFollowers, counted } = matches;
    if (held.every(stays) && forFollowers.every(stays)) continue;
    const left = held.filter(stays);
    cache.queries.set(key, { ...matches, held: left, forFollowers: forFollowers.filter(stays) });
    if (left.length < held.length && counted.length > 0) lacking.push(key);
  }
  return lacking;
}

/** Sorts by the last change, then by age: a cache that was made anew has the same order. */
function newestFirst(a: MatchedEpisode, b: MatchedEpisode): number {
  return (
    b.changedAtMs - a.changedAtMs ||
    b.ingestedAtMs - a.ingestedAtMs ||
    b.pubDateMs - a.pubDateMs ||
    a.id - b.id
  );
}

/** Episodes whose texts are in memory together; an unpacked transcript takes up to 5 MB. */
const READ_TOGETHER = 20;

/**
 * Adds the batch's matches to the queries with these keys; all queries share one object per episode.
 * @param read Reads the texts of episodes whose strength decides whether they match.
 * @param matched Returns the object that is kept for an episode; null drops its matches.
 */
export async function addMatches(
  cache: MatchCache,
  keys: readonly QueryKey[],
  { episodes, texts }: EpisodeBatch,
  read: ReadEpisodes,
  matched: (episode: MatchedEpisode) => MatchedEpisode | null,
): Promise<void> {
  if (episodes.length === 0) return;
  // An episode that changes during the reading comes twice: the last version counts.
  const last = new Map(episodes.map(({ item }, number) => [item, number]));
  const known = new Map<number, MatchedEpisode | null>();
  const episodeAt = (number: number) => {
    let episode = known.get(number);
    if (episode !== undefined) return episode;
    const found = episodes[number];
    episode = found === undefined || last.get(found.item) !== number ? null : matched(found);
    known.set(number, episode);
    return episode;
  };
  const add = (key: QueryKey, found: readonly MatchedEpisode[]) => {
    if (found.length === 0) return;
    cache.queries.set(key, withMore(cache.queries.get(key) ?? NO_MATCHES, found));
  };
  const undecided = new Map<MatchedEpisode, QueryKey[]>();
  for (const spoken of [true, false]) {
    const forms = keysByForm(keys.filter((key) => isForNotesOnly(key) !== spoken));
    for (const [form, numbers] of texts.foundBy(forms.keys(), spoken)) {
      const found = numbers.map(episodeAt).filter((episode) => episode !== null);
      for (const key of forms.get(form) ?? []) {
        if (!isOnlyAbout(key)) add(key, found);
        else for (const episode of found) listed(undecided, episode).push(key);
      }
    }
  }
  for (const [key, found] of await decided(undecided, read)) add(key, found);
}

/** The matches whose episode is about the keyword, by key. */
async function decided(
  undecided: ReadonlyMap<MatchedEpisode, readonly QueryKey[]>,
  read: ReadEpisodes,
): Promise<Map<QueryKey, MatchedEpisode[]>> {
  const about = new Map<QueryKey, MatchedEpisode[]>();
  const entries = [...undecided];
  for (let start = 0; start < entries.length; start += READ_TOGETHER) {
    const some = entries
      .slice(start, start + READ_TOGETHER)
      .flatMap(([episode, keys]) => keys.map((key) => ({ key, episode })));
    for (const { key, episode } of await aboutMatches(some, read)) listed(about, key).push(episode);
  }
  return about;
}

/** The list under a key; created empty if missing. */
function listed<K, V>(lists: Map<K, V[]>, key: K): V[] {
  let list = lists.get(key);
  if (list === undefined) lists.set(key, (list = []));
  return list;
}

/** Keys by normal form: the words of a form are matched once, and choices are applied to the matches. */
function keysByForm(keys: readonly QueryKey[]): Map<string, QueryKey[]> {
  const forms = new Map<string, QueryKey[]>();
  for (const key of keys) listed(forms, normalFormIn(key)).push(key);
  return forms;
}

type Newest = NewestMatches<MatchedEpisode> | null;

function withMore(
  { sinceMs, held, counted, forFollowers }: QueryMatches,
  found: readonly MatchedEpisode[],
): QueryMatches {
  const waiting = found.filter((episode) => episode.forFollowers === true);
  const more = newestOf(found.filter((episode) => episode.forFollowers !== true));
  const newest = newestOf([...held, ...(more?.episodes ?? [])]);
  let counts = counted;
  for (const each of [more, newest]) if (each !== null) counts = withCounted(counts, each.counted);
  return {
    sinceMs,
    held: newest === null ? [] : [...newest.episodes].sort(newestFirst),
    counted: counts,
    forFollowers:
      waiting.length === 0
        ? forFollowers
        : waitingMatches([...forFollowers, ...waiting].sort(newestFirst)),
  };
}

function newestOf(episodes: readonly MatchedEpisode[]): Newest {
  const newest = createNewestMatches<MatchedEpisode>();
  for (const episode of [...episodes].sort(newestFirst)) newest.add(0, episode);
  return newest.of(0);
}
