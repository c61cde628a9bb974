import * as z from 'zod';
import type { CatalogueAnswer, CatalogueQuery } from '../catalogue.ts';
import { AppError } from '../../platform/app-error.ts';
import { firstEpisodeId } from '../episode-id.ts';
import { FOUND_COLUMN_NAMES, readFoundRow } from '../episode-row.ts';
import { toFoundEpisode } from '../found-episode.ts';
import { excerptsFor, markerOf } from '../../keywords/keyword-excerpt.ts';
import { questionExpression } from '../../keywords/keyword-expression.ts';
import {
  plainPhrases,
  planQuestion,
  type QuestionPlan,
  wantedPhrases,
} from '../../keywords/question-plan.ts';
import { searchWork } from './search-work.ts';
import { newestIn, spokenIn, type Where } from './spoken/spoken-query.ts';
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

/**
 * CROSS JOIN fixes the order: matches first, newest first, then their episodes. The matches are
 * marked in our own code: FTS5's `highlight` takes most of a search's time.
 */
const matchesIn = (where: Where) => `
  SELECT id, ${FOUND_COLUMN_NAMES}
  FROM (${newestIn(where, 'rowid >= ?2')} LIMIT ?3) AS found
  CROSS JOIN episodes ON episodes.id = found.rowid`;

/** Goes on where the matches end, so that both together read the index once. */
const countOlder = (where: Where) => `
  SELECT count(*) FROM (${newestIn(where, 'rowid >= ?2 AND rowid < ?3')} LIMIT ?4)`;

const STATEMENTS = {
  notes: { matches: matchesIn('notes'), older: countOlder('notes') },
  everywhere: { matches: matchesIn('everywhere'), older: countOlder('everywhere') },
};

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
  { limit, totalLimit, spoken = true }: CatalogueQuery,
): CatalogueAnswer {
  const expression = questionExpression(plan);
  const wanted = wantedPhrases(plan);
  const excerptOf = excerptsFor(wanted);
  const withSpoken = spoken && plainPhrases(plan) !== null;
  const statements = STATEMENTS[withSpoken ? 'everywhere' : 'notes'];
  const found = prepared(connection, statements.matches).raw().all(expression, oldest, limit);
  const rows = matches.parse(found);
  const ids = withSpoken ? rows.map(([id]) => id) : [];
  const saidIn = spokenIn(connection, expression, ids, markerOf(wanted));
  const episodes = rows.map(([id, ...values]) => {
    const row = readFoundRow(values);
    return { ...toFoundEpisode(row, excerptOf(row.description)), ...saidIn.get(id) };
  });
  const last = rows[limit - 1];
  if (last === undefined) return { episodes, total: episodes.length };
  const counted = prepared(connection, statements.older)
    .raw()
    .all(expression, oldest, BigInt(last[0]), totalLimit - limit);
  const [[older]] = counts.parse(counted);
  return { episodes, total: episodes.length + older };
}
