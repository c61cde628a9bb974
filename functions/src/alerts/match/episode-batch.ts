import type { ChangedEpisode } from '../../catalogue/store/new-episode.ts';
import { createMatchedTexts, type MatchedTexts } from './match-texts.ts';
import { type MatchedEpisode, matchedEpisode } from './matched-episode.ts';
import { isRecent } from './match-window.ts';

/** Episodes that are matched together. */
export interface EpisodeBatch {
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
export async function* episodeBatches(
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
