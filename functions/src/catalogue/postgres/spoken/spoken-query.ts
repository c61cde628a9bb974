import * as z from 'zod';
import { spokenMatches, type SpokenMatches } from '../../../transcripts/spoken-matches.ts';
import { unpackSpokenText } from '../../../transcripts/spoken-text.ts';
import type { SqlSession } from '../sql-server.ts';

/** The ids of episodes in which it is said, newest first: the words, the oldest id, how many. */
export const IN_SPOKEN_WORDS = `
  SELECT DISTINCT episode_id FROM spoken_words WHERE words @@ $1::tsquery AND episode_id >= $2
  ORDER BY episode_id DESC LIMIT $3`;

const SAID = `
  SELECT episode_id, encode(spoken, 'base64') FROM transcripts
  WHERE episode_id = ANY ($2::text[]::bigint[]) AND EXISTS (
    SELECT 1 FROM spoken_words
    WHERE spoken_words.episode_id = transcripts.episode_id AND words @@ $1::tsquery
  )`;

const said = z.array(z.tuple([z.number(), z.string()]));

/** Where the words are said in the episodes found, by their ids. */
export async function spokenIn(
  session: SqlSession,
  words: string,
  ids: readonly number[],
  mark: (text: string) => string,
): Promise<Map<number, SpokenMatches>> {
  const found = new Map<number, SpokenMatches>();
  if (ids.length === 0) return found;
  for (const [id, packed] of said.parse(await session.rows(SAID, [words, ids.map(String)]))) {
    const matches = spokenMatches(unpackSpokenText(Buffer.from(packed, 'base64')), mark);
    if (matches !== null) found.set(id, matches);
  }
  return found;
}
