import * as z from 'zod';
import type { Sentence } from '../../contract/index.ts';
import { sentencesAround } from '../../feeds/transcripts/sentences-around.ts';
import { unpackedText } from '../../feeds/transcripts/spoken-text.ts';
import type { SpeechLookup } from './catalogue-query.ts';
import { episodeIdRange } from '../schema/episode-id.ts';
import { followedValue, isFeedHidden } from './visibility.ts';
import { rows, type Work } from '../schema/work.ts';

/** Reads a range of the primary key, so that `audio` needs no index. */
const SPEECH = `
  SELECT transcripts.episode_id, spoken
  FROM episodes CROSS JOIN transcripts
  WHERE episodes.id BETWEEN CAST($1 AS bigint) AND CAST($2 AS bigint) AND audio = $3
    AND transcripts.episode_id = episodes.id AND spoken IS NOT NULL AND heard_s IS NULL
    AND NOT ${isFeedHidden('episodes.feed_id', '$4')}
  LIMIT 1`;

const found = z.object({ episodeId: z.number(), spoken: z.instanceof(Uint8Array) });

/**
 * Returns a few sentences around a moment of an episode; null without a timed transcript by the publisher. Machine
 * transcripts are excluded, because clients could copy the whole text moment by moment.
 */
export function* speech(lookup: SpeechLookup): Work<Sentence[] | null> {
  const { audio, pub_date_ms: publishedAtMs, atMs, followed } = lookup;
  const { first, last } = episodeIdRange(publishedAtMs);
  const values = [String(first), String(last), audio, followedValue(followed)];
  const [row] = yield* rows(found, SPEECH, ...values);
  return row === undefined ? null : sentencesAround(unpackedText(row.episodeId, row.spoken), atMs);
}
