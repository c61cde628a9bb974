import * as z from 'zod';
import { mayBeSpoken, type QueryPlan, wantedTerms } from '../../../../query/plan-query.ts';
import type { PackedTranscript } from '../../../transcripts/quote-spoken.ts';
import type { SqlSession } from '../server/sql-server.ts';
import { anyWordQuery } from '../words/word-query.ts';

const SAID = `
  SELECT episode_id, encode(spoken, 'base64'), sources::json -> 0 ->> 'url' FROM transcripts
  WHERE episode_id = ANY ($2::text[]::bigint[]) AND EXISTS (
    SELECT 1 FROM spoken_words
    WHERE spoken_words.episode_id = transcripts.episode_id AND words @@ $1::tsquery
  ) ORDER BY episode_id DESC`;

const said = z.array(z.tuple([z.number(), z.string(), z.string()]));

/** The transcripts in which something that is asked for is said, of the episodes found; newest first. */
export async function transcriptsOf(
  session: SqlSession,
  plan: QueryPlan,
  ids: readonly number[],
): Promise<PackedTranscript[]> {
  const terms = wantedTerms(plan).filter(mayBeSpoken);
  if (ids.length === 0 || terms.length === 0) return [];
  const rows = said.parse(await session.rows(SAID, [anyWordQuery(terms), ids.map(String)]));
  return rows.map(([episodeId, packed, url]) => {
    return { episodeId, packed: Buffer.from(packed, 'base64'), url };
  });
}
