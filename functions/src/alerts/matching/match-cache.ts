import { type CountedMatches, NONE_COUNTED, withCounted } from './counted-matches.ts';
import { createNewestMatches, type NewestMatches } from './newest-matches.ts';
import { waitingMatches } from './waiting-matches.ts';
import { plantQueryTree } from '../tree/query-tree.ts';
import { aboutMatches, type ReadEpisodes, type UndecidedMatch } from './about-matches.ts';
import { isForNotesOnly, isOnlyAbout, normalFormIn } from './saved-keywords.ts';
import type { EpisodeBatch, EpisodeChange } from './episode-batch.ts';
import type { MatchedEpisode } from './matched-episode.ts';

export interface QueryMatches {
  /** Alerts saved since then have all their matches here, epoch milliseconds; 0: all alerts. */
  sinceMs: number;
  /** The newest matches, in the order of {@link newestFirst}. */
  held: readonly MatchedEpisode[];
  /** Numbers of further matches. */
  counted: CountedMatches;
  /** Matches that only followers are told of; see {@link waitingMatches}. */
  onProbation: readonly MatchedEpisode[];
}

/** A query's key in `savedKeywords`: its normal form, and what its choices leave out. */
export type QueryKey = string;

/**
 * What each query of a shard matched in the window, so that an episode is matched once and again when it
 * changes. A cache: it can be made anew from the catalogue.
 */
export interface MatchCache {
  /** Which catalogue the numbers of episodes are of; '' for none. */
  catalogue: string;
  /** Changes up to this time were matched; by the catalogue's clock. */
  readUntilMs: number;
  /** When everything was last matched again, epoch milliseconds. */
  provenAtMs: number;
  /** Episodes of the window when everything was last matched. */
  windowEpisodes: number;
  /** Queries that lack older matches until everything is matched again. */
  partial: readonly QueryKey[];
  /** The last changes that were matched, which are read again ({@link EpisodeBatch.changes}). */
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
  onProbation: [],
};

/** Has the next run match everything anew. */
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
  for (const { held, onProbation } of queries.values()) {
    held.forEach(add);
    onProbation.forEach(add);
  }
  return found;
}

/** Removes episodes; returns queries that may now lack an episode which was only counted. */
export function dropEpisodes(
  cache: MatchCache,
  isDropped: (episode: MatchedEpisode) => boolean,
): QueryKey[] {
  const lacking: QueryKey[] = [];
  const stays = (episode: MatchedEpisode) => !isDropped(episode);
  for (const [key, matches] of cache.queries) {
    const { held, onProbation, counted } = matches;
    if (held.every(stays) && onProbation.every(stays)) continue;
    const left = held.filter(stays);
    cache.queries.set(key, { ...matches, held: left, onProbation: onProbation.filter(stays) });
    if (left.length < held.length && counted.length > 0) lacking.push(key);
  }
  return lacking;
}

/** What changed last, then what is newest: the same for a cache that was made anew. */
function newestFirst(a: MatchedEpisode, b: MatchedEpisode): number {
  return (
    b.changedAtMs - a.changedAtMs ||
    b.ingestedAtMs - a.ingestedAtMs ||
    b.pubDateMs - a.pubDateMs ||
    a.id - b.id
  );
}

/** Episodes whose texts are read together: a transcript takes up to 5 MB until it is packed again. */
const READ_TOGETHER = 20;

/**
 * Keys whose matches are known get what matches in the batch; of each episode, one object is kept.
 * @param read Asked for the episodes whose strength decides.
 */
export async function addMatches(
  cache: MatchCache,
  keys: readonly QueryKey[],
  batch: EpisodeBatch,
  read: ReadEpisodes,
  matched: (episode: MatchedEpisode) => MatchedEpisode | null,
): Promise<void> {
  if (batch.episodes.length === 0) return;
  const everything = keys.filter((key) => !isForNotesOnly(key));
  const notesOnly = keys.filter(isForNotesOnly);
  // An episode that changes while it is read comes twice: the last one counts.
  const last = new Map(batch.episodes.map(({ item }, place) => [item, place]));
  const known = new Map<number, MatchedEpisode | null>();
  const episodeAt = (place: number) => {
    let episode = known.get(place);
    if (episode !== undefined) return episode;
    const found = batch.episodes[place];
    episode = found === undefined || last.get(found.item) !== place ? null : matched(found);
    known.set(place, episode);
    return episode;
  };
  // The newest first: of what matches often, all others are only counted.
  const order = [...batch.episodes.keys()].sort((a, b) => {
    const [one, other] = [batch.episodes[a], batch.episodes[b]];
    return one === undefined || other === undefined ? 0 : newestFirst(one, other);
  });
  for (const [some, rows] of [
    [everything, batch.rows],
    [notesOnly, batch.writtenRows],
  ] as const) {
    if (some.length === 0) continue;
    const forms = placesByForm(some);
    const placesOf = [...forms.values()];
    const tree = plantQueryTree(forms.keys(), batch.vocabulary);
    const passed = createNewestMatches<MatchedEpisode>();
    const waiting: MatchedEpisode[][] = [];
    const add = (query: number, episode: MatchedEpisode) => {
      if (episode.onProbation === true) (waiting[query] ??= []).push(episode);
      else passed.add(query, episode);
    };
    const undecided: (UndecidedMatch & { query: number })[] = [];
    const undecidedItems = new Set<string>();
    const decide = async () => {
      const about = await aboutMatches(undecided.splice(0), read);
      for (const { query, episode } of about) add(query, episode);
      undecidedItems.clear();
    };
    for (const place of order) {
      const row = rows[place];
      if (row === undefined) continue;
      for (const form of tree.answeredBy(row, batch.writtenRows[place]?.length)) {
        const episode = episodeAt(place);
        if (episode === null) break;
        for (const query of placesOf[form] ?? []) {
          const key = some[query] ?? '';
          if (!isOnlyAbout(key)) add(query, episode);
          else {
            undecided.push({ key, episode, query });
            undecidedItems.add(episode.item);
          }
        }
      }
      if (undecidedItems.size >= READ_TOGETHER) await decide();
    }
    await decide();
    for (const [query, key] of some.entries()) {
      const found = { passed: passed.of(query), waiting: waiting[query] ?? [] };
      if (found.passed === null && found.waiting.length === 0) continue;
      cache.queries.set(key, withMore(cache.queries.get(key) ?? NO_MATCHES, found));
    }
  }
}

/** The places of keys by their normal form: the choices of a query decide after its words. */
function placesByForm(keys: readonly QueryKey[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [place, key] of keys.entries()) {
    const form = normalFormIn(key);
    const same = places.get(form);
    if (same === undefined) places.set(form, [place]);
    else same.push(place);
  }
  return places;
}

type Newest = NewestMatches<MatchedEpisode> | null;

function withMore(
  { sinceMs, held, counted, onProbation }: QueryMatches,
  { passed, waiting }: { passed: Newest; waiting: readonly MatchedEpisode[] },
): QueryMatches {
  const newest = newestOf(held, passed);
  let counts = counted;
  for (const each of [passed, newest])
    if (each !== null) counts = withCounted(counts, each.counted);
  return {
    sinceMs,
    held: newest === null ? [] : [...newest.episodes].sort(newestFirst),
    counted: counts,
    onProbation:
      waiting.length === 0
        ? onProbation
        : waitingMatches([...onProbation, ...waiting].sort(newestFirst)),
  };
}

function newestOf(before: readonly MatchedEpisode[], more: Newest): Newest {
  const newest = createNewestMatches<MatchedEpisode>();
  for (const episode of [...before, ...(more?.episodes ?? [])].sort(newestFirst)) {
    newest.add(0, episode);
  }
  return newest.of(0);
}
