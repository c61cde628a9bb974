import { createHash } from 'node:crypto';
import type { NewEpisode, NewEpisodes } from '../../catalogue/new-episode.ts';
import { isRecent } from './match-window.ts';
import { createTokenRows, writtenTokens } from './token-rows.ts';

/**
 * The episodes of a run, their texts cut into tokens once. All shards that one process looks at share
 * it: a token takes four bytes, an episode about two kilobytes beside its texts.
 */
export interface EpisodeBatch {
  episodes: readonly NewEpisode[];
  /** See `TokenRows`. */
  vocabulary: ReadonlyMap<string, number>;
  /** By episode, its tokens. */
  rows: readonly Int32Array[];
  /** By episode: the tokens of its written texts, without the transcript. */
  writtenRows: readonly Int32Array[];
  /** Hash of all that matching and the sent log read of an episode. */
  fingerprintOf: (episode: NewEpisode) => string;
}

/** The batch of the episodes that are recent. */
export async function createEpisodeBatch(all: NewEpisodes): Promise<EpisodeBatch> {
  const episodes: NewEpisode[] = [];
  const tokens = createTokenRows();
  const rows: Int32Array[] = [];
  const writtenRows: Int32Array[] = [];
  const fingerprints = new Map<NewEpisode, string>();
  for await (const episode of all) {
    if (!isRecent(episode)) continue;
    // The transcript is matched as tokens; packed, at a third of its length, it stays for quotations.
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
