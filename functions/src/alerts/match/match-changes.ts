import type { ChangedEpisode } from '../../catalogue/store/new-episode.ts';
import type { EpisodeSource } from '../../catalogue/store/episode-source.ts';
import { DAY_MS, MINUTE_MS } from '../../contract/index.ts';
import { aboutMatches } from './about-matches.ts';
import { createMatchedTexts, type MatchedTexts } from './match-texts.ts';
import { type MatchedEpisode, matchedEpisode } from './matched-episode.ts';
import { isRecent, RECENT_DAYS, WINDOW_DAYS } from './match-window.ts';
import { isForNotesOnly, isOnlyAbout, normalFormIn, type QueryKey } from './saved-keywords.ts';

export interface Cursor {
  catalogue: string;
  /** Epoch milliseconds of the catalogue's clock. */
  readUntilMs: number;
  /**
   * Set if the first run with a new catalogue crashed. Changes up to this time may already have been sent
   * from the old catalogue.
   */
  newAfterMs?: number | undefined;
}

/**
 * How far a run overlaps the previous one, because a single statement may commit later than its timestamp.
 * Transactions are serialized, so their timestamps follow the commit order.
 */
const READ_AGAIN_MS = MINUTE_MS;

/** Max episodes whose texts are in memory at once. An unpacked transcript takes up to 5 MB. */
const READ_TOGETHER = 20;

/**
 * Call this before reading the alerts. Later changes are left to the next run, which then has every alert
 * saved before them, whatever the clocks show.
 */
export async function newestChange(source: EpisodeSource): Promise<Cursor> {
  const readUntilMs = await source.lastChangeMs();
  return { catalogue: (await source.beginning())?.catalogue ?? '', readUntilMs };
}

export interface BatchMatches {
  episodes: number;
  found: Map<QueryKey, MatchedEpisode[]>;
  readUntilMs: number;
}

/**
 * Matches queries with episodes of the last 17 days that changed after `since` and up to `until`. All
 * episodes count as changed if the catalogue was replaced or its clock ran back.
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
  since: Cursor | null;
  until: Cursor;
  nowMs: number;
  batchSize?: number | undefined;
}

export function isBefore(since: Cursor | null, until: Cursor): since is Cursor {
  return since?.catalogue === until.catalogue && since.readUntilMs <= until.readUntilMs;
}

interface EpisodeBatch {
  episodes: readonly MatchedEpisode[];
  texts: MatchedTexts;
  readUntilMs: number;
}

/** With these limits, the words of a batch take up to 200 MB of memory. */
const MAX_EPISODES = 10_000;
const MAX_LETTERS = 48_000_000;

async function* episodeBatches(
  changes: AsyncIterable<ChangedEpisode>,
  untilMs: number,
  batchSize = MAX_EPISODES,
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
    if (batch.episodes.length < batchSize && letters < MAX_LETTERS) continue;
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

function listed<K, V>(lists: Map<K, V[]>, key: K): V[] {
  let list = lists.get(key);
  if (list === undefined) lists.set(key, (list = []));
  return list;
}

function keysByForm(keys: readonly QueryKey[]): Map<string, QueryKey[]> {
  const forms = new Map<string, QueryKey[]>();
  for (const key of keys) listed(forms, normalFormIn(key)).push(key);
  return forms;
}
