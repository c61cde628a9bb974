import { createHash } from 'node:crypto';
import type { ChangedEpisode, NewEpisode } from '../../catalogue/changes/new-episode.ts';
import { type MatchedEpisode, matchedEpisode } from './matched-episode.ts';
import { isRecent } from './match-window.ts';
import { createTokenRows, writtenTokens } from '../tree/token-rows.ts';

/** Episodes that are matched together: facts and tokens, without their texts. */
export interface EpisodeBatch {
  episodes: readonly MatchedEpisode[];
  vocabulary: ReadonlyMap<string, number>;
  rows: readonly Int32Array[];
  /** Without the tokens of transcripts. */
  writtenRows: readonly Int32Array[];
  changes: readonly EpisodeChange[];
}

/** When an episode changed, by the catalogue's clock, and what it is since then. */
export type EpisodeChange = readonly [changedAtMs: number, state: string];

/** A batch takes 30 to 60 MB of memory. More episodes would save some planting of the query tree. */
const MOST_EPISODES = 10_000;
const MOST_TOKENS = 8_000_000;
/** Different words: speech of many languages has fewer, made-up text as many as it has tokens. */
const MOST_WORDS = 500_000;

interface BatchOptions {
  /** The run that sees what is new. */
  run: number;
  batchSize?: number | undefined;
}

/**
 * Reads a stream in batches, without the episodes that were old when they were stored.
 * @param known Changes that are skipped.
 */
export async function* episodeBatches(
  all: AsyncIterable<ChangedEpisode>,
  options: BatchOptions,
  known: readonly EpisodeChange[] = [],
): AsyncGenerator<EpisodeBatch> {
  const isKnown = new Set(known.map(String));
  let batch = emptyBatch(options, isKnown);
  for await (const episode of all) {
    batch.add(episode);
    if (!batch.isFull()) continue;
    yield batch.read;
    batch = emptyBatch(options, isKnown);
  }
  yield batch.read;
}

function emptyBatch(
  { run, batchSize = MOST_EPISODES }: BatchOptions,
  isKnown: ReadonlySet<string>,
) {
  const tokens = createTokenRows();
  const read = {
    episodes: [] as MatchedEpisode[],
    vocabulary: tokens.vocabulary,
    rows: [] as Int32Array[],
    writtenRows: [] as Int32Array[],
    changes: [] as EpisodeChange[],
  };
  let size = 0;
  return {
    read,
    isFull: () =>
      read.rows.length >= batchSize || size >= MOST_TOKENS || tokens.vocabulary.size >= MOST_WORDS,
    add(episode: ChangedEpisode): void {
      if (!isRecent(episode)) return;
      const fingerprint = fingerprintOf(episode);
      const change: EpisodeChange = [episode.changedAtMs, `${episode.id} ${fingerprint}`];
      if (isKnown.has(String(change))) return;
      read.changes.push(change);
      const row = tokens.add(episode);
      size += row.length;
      read.rows.push(row);
      read.writtenRows.push(writtenTokens(row, episode));
      read.episodes.push(matchedEpisode(episode, run, fingerprint));
    },
  };
}

const FINGERPRINT_BYTES = 8;

/** Hash of every field that matching and the sent log read; a changed episode gets another one. */
function fingerprintOf(episode: NewEpisode): string {
  const { item, title, podcast, publisher, description, pubDateMs, ingestedAtMs } = episode;
  const { persons = '', chapters = '', more = [], said = '', copies, onProbation } = episode;
  const texts = [item, title, podcast, publisher, description, pubDateMs, ingestedAtMs];
  const further = [persons, chapters, ...more, said, ...(copies?.keys ?? [])];
  const text = [...texts, ...further, ...(onProbation === true ? [true] : [])].join('\n');
  return createHash('sha1').update(text).digest().toString('hex', 0, FINGERPRINT_BYTES);
}
