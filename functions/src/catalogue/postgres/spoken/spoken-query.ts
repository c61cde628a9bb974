import * as z from 'zod';
import {
  isSayable,
  type QuestionPlan,
  wantedLeaves,
  wantedSaid,
} from '../../../keywords/question-plan.ts';
import { quoteSpoken } from '../../transcripts/quote-spoken.ts';
import type { SaidIn } from '../../transcripts/said-in.ts';
import type { SqlSession } from '../server/sql-server.ts';
import { anyWordQuery } from '../words/word-query.ts';

const SAID = `
  SELECT episode_id, encode(spoken, 'base64'), sources::json -> 0 ->> 'url' FROM transcripts
  WHERE episode_id = ANY ($2::text[]::bigint[]) AND EXISTS (
    SELECT 1 FROM spoken_words
    WHERE spoken_words.episode_id = transcripts.episode_id AND words @@ $1::tsquery
  ) ORDER BY episode_id DESC`;

const said = z.array(z.tuple([z.number(), z.string(), z.string()]));

/** Where what is asked for is said in the episodes found, by their ids. */
export async function spokenIn(
  session: SqlSession,
  plan: QuestionPlan,
  ids: readonly number[],
): Promise<Map<number, SaidIn>> {
  const leaves = wantedLeaves(plan).filter(isSayable);
  if (ids.length === 0 || leaves.length === 0) return new Map();
  const words = anyWordQuery(leaves);
  const rows = said.parse(await session.rows(SAID, [words, ids.map(String)]));
  const transcripts = rows.map(([episodeId, packed, url]) => {
    return { episodeId, packed: Buffer.from(packed, 'base64'), url };
  });
  return quoteSpoken(wantedSaid(plan), transcripts);
}
