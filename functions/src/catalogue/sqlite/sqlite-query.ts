import * as z from 'zod';
import type { CatalogueAnswer, CatalogueQuery } from '../catalogue.ts';
import { AppError } from '../../platform/app-error.ts';
import { firstEpisodeId } from '../episode-id.ts';
import { FOUND_COLUMN_NAMES, readFoundRow } from '../episode-row.ts';
import { toFoundEpisode } from '../found-episode.ts';
import { excerptsFor, holderOf } from '../../keywords/keyword-excerpt.ts';
import { planQuestion, type QuestionPlan, wantedPhrases } from '../../keywords/question-plan.ts';
import { searchWork } from './search-work.ts';
import {
  type FoundStatement,
  type FurtherIndex,
  isAnythingSaid,
  isRepeatedAnywhere,
  newestFound,
  spokenIn,
} from './spoken/spoken-query.ts';
import {
  type Connection,
  inSnapshot,
  prepared,
  reading,
  type SqliteDatabase,
} from './sqlite-database.ts';

/**
 * Most entries of the index that one query may read: about 40 ms. That is six words that stand in
 * every one of 100 000 episodes, but nowhere side by side; up to 10 000 episodes no search reaches it.
 */
const MOST_WORK = 600_000;

const matches = z.array(z.tuple([z.number()]).rest(z.unknown()));
const counts = z.tuple([z.tuple([z.number()])]);

/**
 * Answers as {@link Catalogue.query} does, and throws where it rejects: 'upstream-timeout', before
 * it begins, for a query that would read more than `mostWork` entries of the index (`searchWork`).
 */
export function querySqlite(
  database: SqliteDatabase,
  query: CatalogueQuery,
  mostWork = MOST_WORK,
): CatalogueAnswer {
  const plan = planQuestion(query.keywords);
  if (plan === null) return { episodes: [], total: 0 };
  const oldest = firstEpisodeId(query.startDateMs ?? 0);

  return reading(database, (connection) => {
    if (searchWork(connection, plan, mostWork) > mostWork) {
      throw new AppError('upstream-timeout', 'The search would read too much of the index');
    }
    return inSnapshot(connection, () => answer(connection, plan, oldest, query));
  });
}

function answer(
  connection: Connection,
  plan: QuestionPlan,
  oldest: bigint,
  { limit, totalLimit, ...query }: CatalogueQuery,
): CatalogueAnswer {
  const spoken = query.spoken !== false && isAnythingSaid(connection);
  const { repeated = false } = query;
  const said: FurtherIndex[] = spoken ? ['spoken_fts'] : [];
  const further: FurtherIndex[] = repeated ? [...said, 'repeated_fts'] : said;
  const phrases = wantedPhrases(plan);
  const texts = { excerptOf: excerptsFor(phrases), holds: holderOf(phrases) };
  const rows = matches.parse(
    run(connection, newestFound(plan, further, { oldest }), matchesOf, limit),
  );
  const saidIn = spokenIn(connection, plan, spoken ? rows.map(([id]) => id) : []);
  const episodes = rows.map(([id, ...values]) => {
    const row = readFoundRow(values);
    return { ...toFoundEpisode(row, texts, repeated), ...saidIn.get(id) };
  });
  const last = rows[limit - 1];
  const rest = totalLimit - limit;
  // Goes on where the matches end, so that both together read the index once.
  const before = last && BigInt(last[0]);
  const older =
    before === undefined
      ? 0
      : count(connection, newestFound(plan, further, { oldest, before }), rest);
  const total = episodes.length + older;
  if (repeated || total >= totalLimit || !isRepeatedAnywhere(connection, plan, oldest)) {
    return { episodes, total };
  }
  const all = newestFound(plan, [...said, 'repeated_fts'], { oldest });
  const repeatedMore = count(connection, all, totalLimit) - total;
  return { episodes, total, ...(repeatedMore > 0 && { repeatedMore }) };
}

function count(connection: Connection, statement: FoundStatement, limit: number): number {
  const [[found]] = counts.parse(run(connection, statement, countOf, limit));
  return found;
}

/**
 * CROSS JOIN fixes the order: matches first, newest first, then their episodes. The matches are
 * marked in our own code: FTS5's `highlight` takes most of a search's time.
 */
function matchesOf(ids: string): string {
  return `
    SELECT id, ${FOUND_COLUMN_NAMES} FROM (SELECT rowid AS found_id FROM (${ids})) AS found
    CROSS JOIN episodes ON episodes.id = found_id`;
}

function countOf(ids: string): string {
  return `SELECT count(*) FROM (${ids})`;
}

function run(
  connection: Connection,
  { sql, values, isUsual }: FoundStatement,
  statementOf: (ids: string) => string,
  limit: number,
): unknown[] {
  const statement = statementOf(`${sql} LIMIT ?${values.length + 1}`);
  const ready = isUsual ? prepared(connection, statement) : connection.prepare(statement);
  return ready.raw().all(...values, limit);
}
