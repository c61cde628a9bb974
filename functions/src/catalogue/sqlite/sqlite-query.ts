import type { CatalogueAnswer, CatalogueQuery } from '../catalogue.ts';
import { AppError } from '../../platform/app-error.ts';
import { firstEpisodeId } from '../episode-id.ts';
import { readFoundRow } from '../episode-row.ts';
import { toFoundEpisode } from '../found-episode.ts';
import { textsFor } from '../../keywords/keyword-excerpt.ts';
import { planQuestion, type QuestionPlan, wantedPhrases } from '../../keywords/question-plan.ts';
import { writtenPart } from '../../keywords/spoken-part.ts';
import { searchWork } from './search-work.ts';
import { countDistinct, type Find, newestDistinct } from './copies/distinct-found.ts';
import { otherShows } from './copies/other-shows.ts';
import { spokenWork } from './spoken/spoken-work.ts';
import {
  type FurtherIndex,
  isAnythingSaid,
  isRepeatedAnywhere,
  newestFound,
  spokenIn,
} from './spoken/spoken-query.ts';
import { type Connection, inSnapshot, reading, type SqliteDatabase } from './sqlite-database.ts';

/**
 * Most entries of the index that one query may read: about 40 ms. That is six words that stand in
 * every one of 100 000 episodes, but nowhere side by side; up to 10 000 episodes no search reaches it.
 */
const MOST_WORK = 600_000;

/**
 * Answers as {@link Catalogue.query} does, and throws where it rejects: 'upstream-timeout', before
 * it begins, for a query that would read more than `mostWork` entries of the index (`searchWork`), or as
 * much of what is said (`spokenWork`).
 */
export function querySqlite(
  database: SqliteDatabase,
  query: CatalogueQuery,
  mostWork = MOST_WORK,
): CatalogueAnswer {
  const asked = planQuestion(query.keywords);
  if (asked === null) return NOTHING;
  const oldest = firstEpisodeId(query.startDateMs ?? 0);

  return reading(database, (connection) => {
    const spoken = query.spoken !== false && isAnythingSaid(connection);
    const plan = spoken ? asked : writtenPart(asked);
    if (plan === null) return NOTHING;
    const work = searchWork(connection, plan, mostWork);
    const left = mostWork - work;
    if (left < 0 || (spoken && spokenWork(connection, plan, left) > left)) {
      throw new AppError('upstream-timeout', 'The search would read too much of the index');
    }
    return inSnapshot(connection, () => answer(connection, plan, oldest, { ...query, spoken }));
  });
}

const NOTHING: CatalogueAnswer = { episodes: [], total: 0 };

function answer(
  connection: Connection,
  plan: QuestionPlan,
  oldest: bigint,
  { limit, totalLimit, ...query }: CatalogueQuery & { spoken: boolean },
): CatalogueAnswer {
  const { spoken, repeated = false } = query;
  const said: FurtherIndex[] = spoken ? ['spoken_fts'] : [];
  const further: FurtherIndex[] = repeated ? [...said, 'repeated_fts'] : said;
  const phrases = wantedPhrases(plan);
  const texts = textsFor(phrases);
  const within = (indexes: readonly FurtherIndex[]) => (range: Parameters<Find>[0]) =>
    newestFound(plan, indexes, { ...range, oldest: later(oldest, range.oldest) });
  const find = within(further);
  const { shown, before } = newestDistinct(connection, find, limit);
  const saidIn = spokenIn(connection, plan, spoken ? shown.map(({ id }) => id) : []);
  const episodes = shown.map(({ id, group, values }) => {
    const row = readFoundRow(values);
    const others = otherShows(connection, group, row);
    return { ...toFoundEpisode(row, texts, repeated), ...saidIn.get(id), ...others };
  });
  const rest = totalLimit - limit;
  // Goes on where the matches end, so that both together read the index once.
  const older = before === undefined ? 0 : countDistinct(connection, find({ before }), rest, shown);
  const total = episodes.length + older;
  if (repeated || total >= totalLimit || !isRepeatedAnywhere(connection, plan, oldest)) {
    return { episodes, total };
  }
  const all = within([...said, 'repeated_fts']);
  const repeatedMore = countDistinct(connection, all({}), totalLimit) - total;
  return { episodes, total, ...(repeatedMore > 0 && { repeatedMore }) };
}

function later(oldest: bigint, wanted = oldest): bigint {
  return wanted > oldest ? wanted : oldest;
}
