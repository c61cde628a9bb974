import * as z from 'zod';
import { markPhrases } from '../../keywords/keyword-excerpt.ts';
import { phrasesOf } from '../../keywords/keyword-expression.ts';
import type { CatalogueAnswer, CatalogueQuery } from '../catalogue.ts';
import { firstEpisodeId } from '../episode-id.ts';
import { readEpisodeRow } from '../episode-row.ts';
import { toFoundEpisode } from '../found-episode.ts';
import { isCommon } from './words/common-grams.ts';
import { EPISODE_SELECT } from './postgres-schema.ts';
import { inTransaction, type SqlServer, type SqlSession } from './sql-server.ts';
import { wordQuery } from './words/word-query.ts';

/** One state of the catalogue for all that a search reads. */
const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/**
 * Day by day, newest first, as far as the count goes: of each day all matches, by the index of words.
 * Left to itself, the planner believes that matches of a rare or absent phrase will soon be met on a
 * walk along all episodes, and reads every one of them.
 */
const BY_WORD = 'SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off';
/** For a word that stands in nearly every episode, the walk is short, and a day's matches are many. */
const BY_DATE = 'SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off';

const IN_MORE_WORDS = `
  SELECT DISTINCT episode_id FROM more_words WHERE words @@ $1::tsquery AND episode_id >= $2
  ORDER BY episode_id DESC LIMIT $3`;
const MATCHES = `
  SELECT id FROM episodes WHERE words @@ $1::tsquery AND id >= $2 ORDER BY id DESC LIMIT $3`;
/** With those that match only in words beyond their first vector. */
const MORE_MATCHES = `
  SELECT id FROM episodes
  WHERE (words @@ $1::tsquery OR id = ANY ($4::text[]::bigint[])) AND id >= $2
  ORDER BY id DESC LIMIT $3`;
const EPISODES = `
  SELECT ${EPISODE_SELECT} FROM episodes WHERE id = ANY ($1::text[]::bigint[]) ORDER BY id DESC`;

const ids = z.array(z.tuple([z.number()]));

/** As {@link Catalogue.query}. */
export async function queryPostgres(
  server: SqlServer,
  query: CatalogueQuery,
): Promise<CatalogueAnswer> {
  const phrases = phrasesOf(query.keywords);
  if (phrases.length === 0) return { episodes: [], total: 0 };
  const begin = `${BEGIN}; ${phrases.some(isCommon) ? BY_DATE : BY_WORD}`;
  const { found, rows } = await inTransaction(server, begin, async (session) => {
    const matching = await matchingIds(session, wordQuery(phrases), query);
    const shown = matching.slice(0, query.limit).map(String);
    const read = shown.length === 0 ? [] : await session.rows(EPISODES, [shown]);
    return { found: matching.length, rows: read };
  });
  const episodes = rows.map((values) => {
    const row = readEpisodeRow(values);
    return toFoundEpisode(row, markPhrases(row.description, phrases));
  });
  return { episodes, total: found };
}

/** Newest first, as many as are counted. */
async function matchingIds(
  session: SqlSession,
  words: string,
  { startDateMs = 0, limit, totalLimit }: CatalogueQuery,
): Promise<number[]> {
  const values = [words, String(firstEpisodeId(startDateMs)), Math.max(limit, totalLimit)];
  const more = ids.parse(await session.rows(IN_MORE_WORDS, values));
  const rows =
    more.length === 0
      ? await session.rows(MATCHES, values)
      : await session.rows(MORE_MATCHES, [...values, more.map(([id]) => String(id))]);
  return ids.parse(rows).map(([id]) => id);
}
