import * as z from 'zod';
import { excerptsFor, markerOf } from '../../keywords/keyword-excerpt.ts';
import { phrasesOf } from '../../keywords/keyword-expression.ts';
import type { CatalogueAnswer, CatalogueQuery } from '../catalogue.ts';
import { firstEpisodeId } from '../episode-id.ts';
import { readEpisodeRow } from '../episode-row.ts';
import { toFoundEpisode } from '../found-episode.ts';
import { type DayTable, dayTables } from './day-tables.ts';
import { isCommon } from './words/common-grams.ts';
import { causeCode } from './postgres-failure.ts';
import { EPISODE_SELECT } from './postgres-schema.ts';
import { inTransaction, type SqlServer, type SqlSession } from './sql-server.ts';
import { IN_SPOKEN_WORDS, spokenIn } from './spoken/spoken-query.ts';
import { wordQuery } from './words/word-query.ts';

/**
 * One state of the catalogue for all that a search reads. Translating a plan of 35 tables into machine
 * code takes seconds, and running it as it is takes milliseconds.
 */
const BEGIN = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SET LOCAL jit = off; SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL enable_seqscan = off`;

/**
 * Of each day all matches, by the index of words. Left to itself, the planner believes that matches of
 * a rare or absent phrase will soon be met on a walk along all episodes, and reads every one of them.
 */
const BY_WORD = 'SET LOCAL enable_indexscan = off';
/** For a word that stands in nearly every episode, the walk is short, and a day's matches are many. */
const BY_DATE = 'SET LOCAL enable_bitmapscan = off';

const IN_MORE_WORDS = `
  SELECT DISTINCT episode_id FROM more_words WHERE words @@ $1::tsquery AND episode_id >= $2
  ORDER BY episode_id DESC LIMIT $3`;
const MATCHES = 'words @@ $1::tsquery';
/** With those that match only in words beyond their first vector, or in what is said. */
const MORE_MATCHES = '(words @@ $1::tsquery OR id = ANY ($4::text[]::bigint[]))';
const ids = z.array(z.tuple([z.number()]));

/** PostgreSQL's codes for a day that was dropped since it was listed, or is being dropped now. */
const DAY_DROPPED: readonly string[] = ['42P01', '40P01'];

/** As {@link Catalogue.query}. */
export async function queryPostgres(
  server: SqlServer,
  query: CatalogueQuery,
): Promise<CatalogueAnswer> {
  const phrases = phrasesOf(query.keywords);
  if (phrases.length === 0) return { episodes: [], total: 0 };
  const ask = () => find(server, phrases, query);
  const { found, rows, saidIn } = await ask().catch((error: unknown) => {
    if (DAY_DROPPED.includes(causeCode(error))) return ask();
    throw error;
  });
  const excerptOf = excerptsFor(phrases);
  const episodes = rows.map(([id, ...values]) => {
    const row = readEpisodeRow(values);
    return { ...toFoundEpisode(row, excerptOf(row.description)), ...saidIn.get(Number(id)) };
  });
  return { episodes, total: found };
}

function find(server: SqlServer, phrases: readonly string[], query: CatalogueQuery) {
  const begin = `${BEGIN}; ${phrases.some(isCommon) ? BY_DATE : BY_WORD}`;
  return inTransaction(server, begin, async (session) => {
    const oldestId = firstEpisodeId(query.startDateMs ?? 0);
    const days = (await dayTables(session)).filter(({ endId }) => endId > oldestId).reverse();
    const words = wordQuery(phrases);
    const matching = await matchingIds(session, words, days, oldestId, query);
    const shown = matching.slice(0, query.limit);
    const rows = await episodesOf(session, days, shown);
    const asked = query.spoken === false ? [] : shown;
    return {
      found: matching.length,
      rows,
      saidIn: await spokenIn(session, words, asked, markerOf(phrases)),
    };
  });
}

/** Newest first, as many as are counted. */
async function matchingIds(
  session: SqlSession,
  words: string,
  days: readonly DayTable[],
  oldestId: bigint,
  { limit, totalLimit, spoken = true }: CatalogueQuery,
): Promise<number[]> {
  if (days.length === 0) return [];
  const values = [words, String(oldestId), Math.max(limit, totalLimit)];
  const tables = spoken ? [IN_MORE_WORDS, IN_SPOKEN_WORDS] : [IN_MORE_WORDS];
  const more: string[] = [];
  for (const statement of tables) {
    for (const [id] of ids.parse(await session.rows(statement, values))) more.push(String(id));
  }
  const condition = more.length === 0 ? MATCHES : MORE_MATCHES;
  const statement = newestOf(days, oldestId, condition);
  const found = await session.rows(statement, more.length === 0 ? values : [...values, more]);
  return ids.parse(found).map(([id]) => id);
}

/**
 * The matches of one day after the other, each looked at only when its turn comes. By the days' own
 * names: through the table of all, the planner fetches every match there is, or goes by ids instead of
 * words. And a search that locked that table behind some of its days would be in the way of a
 * refresher that drops a day, and locks in the other order.
 */
function newestOf(days: readonly DayTable[], oldestId: bigint, condition: string): string {
  const ofDays = days.map(({ name, firstId }) => {
    const since = firstId < oldestId ? ' AND id >= $2' : '';
    return `(SELECT id FROM ${name} WHERE ${condition}${since} ORDER BY id DESC LIMIT $3)`;
  });
  return `SELECT id FROM (${ofDays.join(' UNION ALL ')}) AS found WHERE $2::bigint IS NOT NULL LIMIT $3`;
}

/** The episodes' ids and columns, newest first. */
async function episodesOf(
  session: SqlSession,
  days: readonly DayTable[],
  shown: readonly number[],
): Promise<unknown[][]> {
  if (shown.length === 0) return [];
  const ofDays = days
    .filter(({ firstId, endId }) => shown.some((id) => id >= firstId && id < endId))
    .map(
      ({ name }) =>
        `SELECT id, ${EPISODE_SELECT} FROM ${name} WHERE id = ANY ($1::text[]::bigint[])`,
    );
  const rows = await session.rows(ofDays.join(' UNION ALL '), [shown.map(String)]);
  return rows.sort(([left], [right]) => Number(right) - Number(left));
}
