import type { EpisodeBatch } from './episode-batch.ts';
import { createNewestMatches, type KeywordMatches } from './newest-matches.ts';
import { newUntilMs } from './match-window.ts';
import { plantQueryTree } from './query-tree.ts';
import { normalFormIn, type SavedKeyword } from './saved-keywords.ts';

export interface AlertMatches extends KeywordMatches {
  saved: SavedKeyword;
  normalized: string;
}

export interface PersonMatches {
  uid: string;
  /** One entry per keyword; keywords that ignore transcripts come last. */
  matches: AlertMatches[];
}

/** The alerts of all people for a keyword, by the keyword's normal form. */
type SaversOf = Map<string, SavedKeyword[]>;

/**
 * Matches the keywords of many people with a batch of episodes. Equal keywords are matched once, however many
 * people saved them. People without a match are left out.
 * @param people The keywords of each person, from `savedKeywords`.
 * @param seen The run that first saw each episode, by fingerprint.
 */
export function matchAlerts(
  people: Iterable<ReadonlyMap<string, SavedKeyword>>,
  batch: EpisodeBatch,
  seen: ReadonlyMap<string, number> = new Map(),
): PersonMatches[] {
  const everything: SaversOf = new Map();
  const notesOnly: SaversOf = new Map();
  for (const keywords of people) {
    for (const [key, saved] of keywords) {
      const saversOf = saved.spoken === false ? notesOnly : everything;
      const normalized = normalFormIn(key);
      const same = saversOf.get(normalized);
      if (same === undefined) saversOf.set(normalized, [saved]);
      else same.push(saved);
    }
  }
  const matchesOf = new Map<string, AlertMatches[]>();
  const order = newestFirst(batch, seen);
  addMatches(matchesOf, everything, batch, batch.rows, order);
  if (notesOnly.size > 0) addMatches(matchesOf, notesOnly, batch, batch.writtenRows, order);
  return Array.from(matchesOf, ([uid, matches]) => ({ uid, matches }));
}

/** Indexes of the episodes, sorted: the latest run that first saw the episode, then the newest episode. */
function newestFirst(
  { episodes, fingerprintOf }: EpisodeBatch,
  seen: ReadonlyMap<string, number>,
): number[] {
  return episodes
    .map((episode, place) => ({ episode, place, run: seen.get(fingerprintOf(episode)) ?? 0 }))
    .sort(
      (a, b) =>
        b.run - a.run ||
        b.episode.ingestedAtMs - a.episode.ingestedAtMs ||
        b.episode.pubDateMs - a.episode.pubDateMs,
    )
    .map(({ place }) => place);
}

function addMatches(
  matchesOf: Map<string, AlertMatches[]>,
  saversOf: SaversOf,
  { episodes, vocabulary, writtenRows }: EpisodeBatch,
  rows: readonly Int32Array[],
  order: readonly number[],
): void {
  const tree = plantQueryTree(saversOf.keys(), vocabulary);
  const newest = createNewestMatches();
  for (const index of order) {
    const episode = episodes[index];
    if (episode === undefined) continue;
    const row = rows[index] ?? NO_TOKENS;
    for (const place of tree.answeredBy(row, writtenRows[index]?.length)) {
      newest.add(place, episode);
    }
  }

  let place = -1;
  for (const [normalized, savers] of saversOf) {
    const found = newest.of((place += 1));
    if (found === null) continue;
    const { episodes: all, countMore } = found;
    const first = Math.min(...all.map(newUntilMs));
    for (const saved of savers) {
      // Most alerts are older than all these episodes and share one list.
      const fresh =
        saved.sinceMs < first ? all : all.filter((each) => newUntilMs(each) > saved.sinceMs);
      if (fresh.length === 0) continue;
      const matches = matchesOf.get(saved.uid) ?? [];
      matches.push({ saved, normalized, episodes: fresh, countMore });
      matchesOf.set(saved.uid, matches);
    }
  }
}

const NO_TOKENS = new Int32Array();
