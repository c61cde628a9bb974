import { createHash } from 'node:crypto';
import { factTokens } from '../../query/facts.ts';
import type { ChangedEpisode, NewEpisode } from '../../catalogue/changes/new-episode.ts';
import { type MatchedTexts, openMatchedTexts } from '../../catalogue/engines/sqlite/match-texts.ts';
import { type MatchedEpisode, matchedEpisode } from './matched-episode.ts';
import { isRecent } from './match-window.ts';

/** Episodes that are matched together. */
export interface EpisodeBatch {
  episodes: readonly MatchedEpisode[];
  /** Texts with the same indexes as the episodes. */
  texts: MatchedTexts;
  changes: readonly EpisodeChange[];
}

/** Time of a change by the catalogue's clock, and the state after it: id and fingerprint of the episode. */
export type EpisodeChange = readonly [changedAtMs: number, state: string];

/** Limits of a batch, which takes 30 to 60 MB of memory. */
const MOST_EPISODES = 10_000;
const MOST_LETTERS = 48_000_000;

interface BatchOptions {
  /** Number of the run in which the episodes are new. */
  run: number;
  batchSize?: number | undefined;
}

/**
 * Reads a stream in batches, without the episodes that were old when they were stored.
 * @param known Changes that were matched before, and are skipped.
 */
export async function* episodeBatches(
  all: AsyncIterable<ChangedEpisode>,
  options: BatchOptions,
  known: readonly EpisodeChange[] = [],
): AsyncGenerator<EpisodeBatch> {
  const isKnown = new Set(known.map(String));
  const { run, batchSize = MOST_EPISODES } = options;
  let batch = emptyBatch();
  let letters = 0;
  try {
    for await (const episode of all) {
      if (!isRecent(episode)) continue;
      const fingerprint = fingerprintOf(episode);
      const change: EpisodeChange = [episode.changedAtMs, `${episode.id} ${fingerprint}`];
      if (isKnown.has(String(change))) continue;
      batch.changes.push(change);
      batch.texts.add(episode);
      batch.episodes.push(matchedEpisode(episode, run, fingerprint));
      letters += episode.description.length + (episode.said?.length ?? 0);
      if (batch.episodes.length < batchSize && letters < MOST_LETTERS) continue;
      yield batch;
      batch.texts.close();
      batch = emptyBatch();
      letters = 0;
    }
    yield batch;
  } finally {
    batch.texts.close();
  }
}

function emptyBatch() {
  return {
    episodes: [] as MatchedEpisode[],
    changes: [] as EpisodeChange[],
    texts: openMatchedTexts(),
  };
}

const FINGERPRINT_BYTES = 8;

/** Hash of every field that matching and the sent log read; a changed episode gets another one. */
function fingerprintOf(episode: NewEpisode): string {
  const { item, title, podcast, publisher, description, pubDateMs, ingestedAtMs } = episode;
  const { persons = '', chapters = '', said = '', copies, forFollowers } = episode;
  const texts = [item, title, podcast, publisher, description, pubDateMs, ingestedAtMs];
  const further = [persons, chapters, said, ...(copies?.keys ?? [])];
  further.push(...factTokens(episode));
  const text = [...texts, ...further, ...(forFollowers === true ? [true] : [])].join('\n');
  return createHash('sha1').update(text).digest().toString('hex', 0, FINGERPRINT_BYTES);
}
