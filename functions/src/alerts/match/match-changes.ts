import type { ChangedEpisode } from '../../catalogue/store/new-episode.ts';
import type { EpisodeSource } from '../../catalogue/store/episode-source.ts';
import { DAY_MS, MINUTE_MS } from '../../contract/index.ts';
import { aboutMatches } from './about-matches.ts';
import { createMatchedTexts, type MatchedTexts } from './match-texts.ts';
import { type MatchedEpisode, matchedEpisode } from './matched-episode.ts';
import { isRecent, RECENT_DAYS, WINDOW_DAYS } from './match-window.ts';
import { isForNotesOnly, isOnlyAbout, normalFormIn, type QueryKey } from './saved-keywords.ts';

/** How far a catalogue's changes were matched. */
export interface Cursor {
  catalogue: string;
  /** By the catalogue's clock, epoch milliseconds. */
  readUntilMs: number;
  /**
   * Set if a run that began with another catalogue died: what changed until then may have been sent from that
   * one.
   */
  newAfterMs?: number | undefined;
}

/**
 * Changes of the last minute are read again, because one may have become visible late. Transactions take
 * turns, so that their times follow the order in which they become visible; a single statement may not wait
 * for its turn.
 */
const READ_AGAIN_MS = MINUTE_MS;

/** Episodes whose texts are in memory together; an unpacked transcript takes up to 5 MB. */
const READ_TOGETHER = 20;

/**
 * The newest change in the catalogue. A run notes it before it reads the alerts, so that every alert saved
 * before a later change is known when that change is matched, whatever the clocks say.
 */
export async function newestChange(source: EpisodeSource): Promise<Cursor> {
  const readUntilMs = await source.lastChangeMs();
  return { catalogue: (await source.beginning())?.catalogue ?? '', readUntilMs };
}

export interface BatchMatches {
  /** Number of episodes that were matched. */
  episodes: number;
  found: Map<QueryKey, MatchedEpisode[]>;
  /** All changes before this time were matched, epoch milliseconds. */
  readUntilMs: number;
}

/**
 * Matches the episodes of the last 17 days that changed after `since` and up to `until` with queries. Of
 * another catalogue, or one whose clock ran back, all of them count as changed.
 */
export async function* matchChanges(
  source: EpisodeSource,
  keys: readonly QueryKey[],
  { since, until, nowMs, batchSize }: MatchRange,
): AsyncGenerator<BatchMatches> {
  const storedSinceMs = nowMs - WINDOW_DAYS * DAY_MS;
  const window = { storedSinceMs, publishedSinceMs: storedSinceMs - RECENT_DAYS * DAY_MS };
  const sinceMs = isBefore(since, until) ? since.readUntilMs - READ_AGAIN_MS : 0;
  const changes = source.changedEpisodes(sinceMs, window);
  for await (const batch of episodeBatches(changes, until.readUntilMs, batchSize)) {
    const { episodes, readUntilMs } = batch;
    const found = await matchBatch(batch, keys, source);
    yield { episodes: episodes.length, found, readUntilMs };
  }
}

export interface MatchRange {
  /** Null: nothing was matched before. */
  since: Cursor | null;
  until: Cursor;
  nowMs: number;
  /** Most episodes that are matched together, and whose matches are stored together. */
  batchSize?: number | undefined;
}

export function isBefore(since: Cursor | null, until: Cursor): since is Cursor {
  return since?.catalogue === until.catalogue && since.readUntilMs <= until.readUntilMs;
}

interface EpisodeBatch {
  episodes: readonly MatchedEpisode[];
  /** Texts with the same indexes as the episodes. */
  texts: MatchedTexts;
  /** Time of the newest change among them, epoch milliseconds. */
  readUntilMs: number;
}

/** Limits of a batch: its words take up to 200 MB of memory. */
const MOST_EPISODES = 10_000;
const MOST_LETTERS = 48_000_000;

/**
 * Reads the changes up to `untilMs` (catalogue's clock) in batches, without the episodes that were old when they
 * were stored.
 */
async function* episodeBatches(
  changes: AsyncIterable<ChangedEpisode>,
  untilMs: number,
  batchSize = MOST_EPISODES,
): AsyncGenerator<EpisodeBatch> {
  let batch = emptyBatch();
  let letters = 0;
  for await (const episode of changes) {
    if (episode.changedAtMs > untilMs) break;
    if (!isRecent(episode)) continue;
    batch.texts.add(episode);
    batch.episodes.push(matchedEpisode(episode));
    batch.readUntilMs = episode.changedAtMs;
    letters += episode.description.length + (episode.said?.length ?? 0);
    if (batch.episodes.length < batchSize && letters < MOST_LETTERS) continue;
    yield batch;
    batch = emptyBatch();
    letters = 0;
  }
  if (batch.episodes.length > 0) yield batch;
}

function emptyBatch() {
  return { episodes: [] as MatchedEpisode[], texts: createMatchedTexts(), readUntilMs: 0 };
}

async function matchBatch(
  { episodes, texts }: EpisodeBatch,
  keys: readonly QueryKey[],
  source: EpisodeSource,
): Promise<BatchMatches['found']> {
  const found: BatchMatches['found'] = new Map();
  const undecided = new Map<MatchedEpisode, QueryKey[]>();
  for (const spoken of [true, false]) {
    const forms = keysByForm(keys.filter((key) => isForNotesOnly(key) !== spoken));
    for (const [form, numbers] of texts.foundBy(forms.keys(), spoken)) {
      const matched = numbers
        .map((number) => episodes[number])
        .filter((each) => each !== undefined);
      for (const key of forms.get(form) ?? []) {
        if (!isOnlyAbout(key)) found.set(key, matched);
        else for (const episode of matched) listed(undecided, episode).push(key);
      }
    }
  }
  const entries = [...undecided];
  for (let start = 0; start < entries.length; start += READ_TOGETHER) {
    const some = entries
      .slice(start, start + READ_TOGETHER)
      .flatMap(([episode, wanting]) => wanting.map((key) => ({ key, episode })));
    for (const { key, episode } of await aboutMatches(some, source.episodesWithIds)) {
      listed(found, key).push(episode);
    }
  }
  return found;
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
