import type { EpisodeSource } from '../../catalogue/changes/episode-source.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import type { ReadEpisodes } from './about-matches.ts';
import { countedSince } from './counted-matches.ts';
import { type EpisodeBatch, episodeBatches, type EpisodeChange } from './episode-batch.ts';
import {
  addMatches,
  dropEpisodes,
  emptyMatches,
  type MatchCache,
  matchedEpisodes,
  NO_MATCHES,
  type QueryKey,
  type QueryMatches,
} from './match-cache.ts';
import type { MatchedEpisode } from './matched-episode.ts';
import { newUntilMs, RECENT_DAYS, REFRESH_TAKES_MS, WINDOW_DAYS } from './match-window.ts';
import { HELD_MATCHES } from './newest-matches.ts';

/**
 * Changes of the last minute are read again, because one may have become visible late. Transactions take
 * turns, so that their times follow the order in which they become visible; a single statement may not wait
 * for its turn.
 */
const READ_AGAIN_MS = MINUTE_MS;

/**
 * Up to this number of episodes, a new query is matched with the whole window, which takes some seconds.
 * Above it, a new query is matched with the last hours only: older episodes matter to edited alerts alone,
 * and the daily proof adds them.
 */
const READ_WHOLE = 50_000;
const LAST_HOURS_MS = 6 * HOUR_MS;
/** Margin before the time of saving: an alert matches what was stored shortly before, and clocks differ. */
const BEFORE_SAVED_MS = REFRESH_TAKES_MS + HOUR_MS;

export interface MatchRun {
  run: number;
  nowMs: number;
  readWhole?: number;
  /** Most episodes that are matched together. */
  batchSize?: number | undefined;
}

export interface ReadChanges {
  /** Episodes that were matched. */
  episodes: number;
  /** Queries that were matched with stored episodes: new ones, and those that may have lacked matches. */
  anew: number;
}

/** When the oldest alert for each query was saved, epoch milliseconds. */
export type WantedQueries = ReadonlyMap<QueryKey, number>;

/**
 * Matches changed episodes with all queries, and stored episodes with new queries. The cache loses queries
 * that are not wanted, and episodes that have left the window.
 */
export async function matchChanges(
  cache: MatchCache,
  source: EpisodeSource,
  wanted: WantedQueries,
  { run, nowMs, readWhole = READ_WHOLE, batchSize }: MatchRun,
): Promise<ReadChanges> {
  const window = windowAt(nowMs);
  const catalogue = (await source.beginning())?.catalogue ?? '';
  const lastChangeMs = await source.lastChangeMs();
  // The catalogue was replaced by another one or an older copy, so that the cached matches are void.
  if (catalogue !== cache.catalogue || lastChangeMs < cache.readUntilMs) {
    Object.assign(cache, { ...emptyMatches(), catalogue });
  }
  const lacking = new Set(forget(cache, wanted, window.storedSinceMs));
  const readTexts: ReadEpisodes = (ids) => source.episodesWithIds(ids);
  const read = { episodes: 0, anew: 0 };
  if (cache.queries.size > 0) {
    const sinceMs = cache.readUntilMs - READ_AGAIN_MS;
    const changes = source.changedEpisodes(sinceMs, window);
    for await (const batch of episodeBatches(changes, { run, batchSize }, cache.lastRead)) {
      for (const key of await matchAgain(cache, batch, readTexts)) lacking.add(key);
      read.episodes += batch.episodes.length;
      cache.readUntilMs = Math.max(cache.readUntilMs, ...batch.changes.slice(-1).map(timeOf));
      cache.lastRead = lastOf(cache, batch);
    }
  }
  for (const [key, savedMs] of wanted) {
    if ((cache.queries.get(key)?.sinceMs ?? 0) > savedMs) lacking.add(key);
  }
  const isFirst = cache.queries.size === 0;
  const isWhole = isFirst || cache.windowEpisodes <= readWhole;
  if (isWhole) for (const key of lacking) cache.queries.delete(key);
  const anew = [...wanted.keys()].filter((key) => !cache.queries.has(key));
  if (!isWhole) cache.partial = partialAmong(cache.partial, [...lacking], anew, wanted, nowMs);
  if (anew.length === 0) return read;
  read.anew = anew.length;
  if (isFirst) {
    const begun = { catalogue, readUntilMs: lastChangeMs, provenAtMs: nowMs };
    Object.assign(cache, { ...emptyMatches(), ...begun });
  }
  const savedMs = anew.map((key) => wanted.get(key) ?? 0).filter((atMs) => isLate(atMs, nowMs));
  // The catalogue's clock may be behind ours.
  const aheadMs = Math.max(0, nowMs - lastChangeMs);
  const sinceMs = isWhole ? 0 : Math.min(nowMs, ...savedMs) - BEFORE_SAVED_MS - aheadMs;
  const known = matchedEpisodes(cache);
  const stored = source.changedEpisodes(sinceMs, window);
  for await (const batch of episodeBatches(stored, { run, batchSize })) {
    // Only an episode that changes during the reading can come twice: the matches of its earlier version
    // count as known.
    const late = changedSince(batch, lastChangeMs - READ_AGAIN_MS);
    if (late.size > 0) {
      for (const [item, each] of matchedEpisodes(cache, (item) => late.has(item)))
        known.set(item, each);
    }
    await addMatches(cache, anew, batch, readTexts, (episode) => {
      const before = known.get(episode.item);
      // The episode has changed since the other queries were matched with it: the next run matches it with
      // all.
      if (before !== undefined && !isSame(before, episode)) return null;
      return before ?? episode;
    });
    read.episodes += batch.episodes.length;
    if (!isFirst) continue;
    cache.lastRead = lastOf(cache, batch);
    cache.windowEpisodes += batch.episodes.length;
  }
  for (const key of anew) {
    const matches = cache.queries.get(key) ?? NO_MATCHES;
    cache.queries.set(key, isWhole ? matches : { ...matches, sinceMs: wanted.get(key) ?? 0 });
  }
  return read;
}

/** True if an alert needs only episodes of the last hours. */
function isLate(savedMs: number, nowMs: number): boolean {
  return savedMs > nowMs - LAST_HOURS_MS;
}

function partialAmong(
  before: readonly QueryKey[],
  lacking: readonly QueryKey[],
  anew: readonly QueryKey[],
  wanted: WantedQueries,
  nowMs: number,
): QueryKey[] {
  const edited = anew.filter((key) => !isLate(wanted.get(key) ?? 0, nowMs));
  return [...new Set([...before, ...lacking, ...edited])].filter((key) => wanted.has(key));
}

/**
 * Matches the whole window again with all queries of the cache, which was just updated, and replaces the
 * cached matches by the result. Returns how many matches were missing, outdated or superfluous: normally 0.
 */
export async function proveMatches(
  cache: MatchCache,
  source: EpisodeSource,
  { run, nowMs, batchSize }: MatchRun,
): Promise<number> {
  const keys = [...cache.queries.keys()];
  const before = matchedEpisodes(cache);
  // The digests of this run are made already: the next run sends what is found here.
  const found = run + 1;
  const readUntilMs = await source.lastChangeMs();
  const { catalogue } = cache;
  const readTexts: ReadEpisodes = (ids) => source.episodesWithIds(ids);
  const proven: MatchCache = { ...emptyMatches(), catalogue, readUntilMs, provenAtMs: nowMs };
  // What changed since the cache was updated may differ without an error.
  const changed = new Set<string>();
  const all = source.changedEpisodes(0, windowAt(nowMs));
  for await (const batch of episodeBatches(all, { run: found, batchSize })) {
    const items = changedSince(batch, cache.readUntilMs);
    if (items.size > 0) dropEpisodes(proven, ({ item }) => items.has(item));
    for (const item of items) changed.add(item);
    proven.lastRead = lastOf(proven, batch);
    proven.windowEpisodes += batch.episodes.length;
    await addMatches(proven, keys, batch, readTexts, (episode) => {
      const known = before.get(episode.item);
      if (known === undefined || !isSame(known, episode)) return episode;
      // Sharing one object saves memory.
      return known.changedAtMs === episode.changedAtMs ? known : { ...episode, run: known.run };
    });
  }
  const partial = new Set(cache.partial);
  let differed = 0;
  for (const key of keys) {
    const [held, now] = [cache.queries.get(key), proven.queries.get(key)];
    if (now === undefined) proven.queries.set(key, NO_MATCHES);
    const differences = differencesOf(held ?? NO_MATCHES, now ?? NO_MATCHES, changed);
    // Episodes that are older than `sinceMs` match no alert of the query.
    const sinceMs = partial.has(key) ? 0 : (held?.sinceMs ?? 0);
    const missing = differences.missing.filter((each) => newUntilMs(each) > sinceMs);
    for (const each of missing) each.run = found;
    differed += differences.extra.length + (partial.has(key) ? 0 : missing.length);
  }
  Object.assign(cache, proven);
  return differed;
}

/** Ignores duplicates and very frequent matches: which of these are held may depend on the order of events. */
function differencesOf(held: QueryMatches, now: QueryMatches, changed: ReadonlySet<string>) {
  const lacking = (all: QueryMatches, from: QueryMatches) => {
    const names = new Set(episodesOf(from).map(nameOf));
    return episodesOf(all).filter(
      (each) =>
        !changed.has(each.item) &&
        (each.copies?.group ?? null) === null &&
        !names.has(nameOf(each)),
    );
  };
  return { missing: lacking(now, held), extra: now.counted.length > 0 ? [] : lacking(held, now) };
}

function episodesOf({ held, forFollowers }: QueryMatches): MatchedEpisode[] {
  return [...held, ...forFollowers];
}

function nameOf({ item, fingerprint }: MatchedEpisode): string {
  return `${fingerprint} ${item}`;
}

function changedSince({ episodes }: EpisodeBatch, sinceMs: number): Set<string> {
  return new Set(
    episodes.filter(({ changedAtMs }) => changedAtMs > sinceMs).map(({ item }) => item),
  );
}

function timeOf([changedAtMs]: EpisodeChange): number {
  return changedAtMs;
}

/** Changes that the next run reads again. */
function lastOf({ lastRead, readUntilMs }: MatchCache, { changes }: EpisodeBatch): EpisodeChange[] {
  return [...lastRead, ...changes].filter((each) => timeOf(each) >= readUntilMs - READ_AGAIN_MS);
}

function windowAt(nowMs: number) {
  const storedSinceMs = nowMs - WINDOW_DAYS * DAY_MS;
  return { storedSinceMs, publishedSinceMs: storedSinceMs - RECENT_DAYS * DAY_MS };
}

/** Removes unwanted queries and episodes that have left the window; returns queries that may lack matches. */
function forget(cache: MatchCache, wanted: WantedQueries, storedSinceMs: number): QueryKey[] {
  for (const [key, matches] of cache.queries) {
    const counted = countedSince(matches.counted, storedSinceMs);
    if (!wanted.has(key)) cache.queries.delete(key);
    else if (counted !== matches.counted) cache.queries.set(key, { ...matches, counted });
  }
  return dropEpisodes(cache, ({ ingestedAtMs }) => ingestedAtMs < storedSinceMs);
}

/**
 * Matches changed episodes again; returns queries whose list now has room for an episode that was only
 * counted.
 */
async function matchAgain(
  cache: MatchCache,
  batch: EpisodeBatch,
  read: ReadEpisodes,
): Promise<QueryKey[]> {
  const changed = new Set(batch.episodes.map(({ item }) => item));
  const before = matchedEpisodes(cache, (item) => changed.has(item));
  const fewer = dropEpisodes(cache, ({ item }) => changed.has(item));
  await addMatches(cache, [...cache.queries.keys()], batch, read, (episode) => {
    const known = before.get(episode.item);
    return known !== undefined && isSame(known, episode) ? { ...episode, run: known.run } : episode;
  });
  return fewer.filter((key) => (cache.queries.get(key)?.held.length ?? 0) < HELD_MATCHES);
}

function isSame(known: MatchedEpisode, now: MatchedEpisode): boolean {
  return known.id === now.id && known.fingerprint === now.fingerprint;
}
