import { createHash } from 'node:crypto';
import type { NewEpisode, NewEpisodes } from '../../catalogue/new-episode.ts';
import { isRecent } from './match-window.ts';
import { createTokenRows, writtenTokens } from './token-rows.ts';

/** The recent episodes of a run, tokenized once for all shards of a process. */
export interface EpisodeBatch {
  episodes: readonly NewEpisode[];
  vocabulary: ReadonlyMap<string, number>;
  rows: readonly Int32Array[];
  /** Without the tokens of transcripts. */
  writtenRows: readonly Int32Array[];
  /** Hash of every field that matching and the sent log read; a changed episode gets another one. */
  fingerprintOf: (episode: NewEpisode) => string;
}

export async function createEpisodeBatch(all: NewEpisodes): Promise<EpisodeBatch> {
  const episodes: NewEpisode[] = [];
  const tokens = createTokenRows();
  const rows: Int32Array[] = [];
  const writtenRows: Int32Array[] = [];
  const fingerprints = new Map<NewEpisode, string>();
  for await (const episode of all) {
    if (!isRecent(episode) || episode.onProbation) continue;
    // Transcripts are matched as tokens. Quotations use the compressed copy (`spoken`), a third of the size.
    const kept = { ...episode };
    delete kept.more;
    delete kept.said;
    episodes.push(kept);
    const row = tokens.add(episode);
    rows.push(row);
    writtenRows.push(writtenTokens(row, episode));
    fingerprints.set(kept, fingerprintOf(episode));
  }
  return {
    episodes,
    vocabulary: tokens.vocabulary,
    rows,
    writtenRows,
    fingerprintOf: (episode) => fingerprints.get(episode) ?? '',
  };
}

const FINGERPRINT_BYTES = 8;

function fingerprintOf(episode: NewEpisode): string {
  const { item, title, podcast, publisher, description, pubDateMs, ingestedAtMs } = episode;
  const { persons = '', chapters = '', more = [], said = '', copies } = episode;
  const texts = [item, title, podcast, publisher, description, pubDateMs, ingestedAtMs];
  const further = [persons, chapters, ...more, said, ...(copies?.keys ?? [])];
  const text = [...texts, ...further].join('\n');
  return createHash('sha1').update(text).digest().toString('hex', 0, FINGERPRINT_BYTES);
}
