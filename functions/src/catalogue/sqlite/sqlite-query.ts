import * as z from 'zod';
import type { Episode } from '../../contract/index.ts';
import { AppError } from '../../platform/app-error.ts';
import {
  type Catalogue,
  type Connection,
  inSnapshot,
  prepared,
  reading,
} from './sqlite-database.ts';
import { firstEpisodeId } from '../episode-id.ts';
import { excerpt, MATCH_END, MATCH_START } from '../../keywords/excerpt.ts';
import { keywordExpression, phrasesOf } from '../../keywords/keyword-expression.ts';
import { searchWork } from './search-work.ts';

/**
 * Most entries of the index that one query may read: about 40 ms. That is six words that stand in
 * every one of 100 000 episodes, but nowhere side by side; up to 10 000 episodes no search reaches it.
 */
const MOST_WORK = 600_000;

export interface CatalogueQuery {
  /** Words or phrases; an episode that mentions one of them is found. */
  keywords: readonly string[];
  /** Oldest time of publication wanted, epoch milliseconds, honoured to the second. */
  startDateMs?: number | undefined;
  /** Most episodes wanted. */
  limit: number;
  /** How far matches are counted. */
  totalLimit: number;
  /** Most entries of the index read for it, {@link MOST_WORK} by default; see `searchWork`. */
  mostWork?: number | undefined;
}

export interface CatalogueAnswer {
  /** Newest first. */
  episodes: Episode[];
  /** How many episodes match, counted up to the query's `totalLimit`. */
  total: number;
}

/** CROSS JOIN fixes the order: matches first, newest first, then their episodes. */
const MATCHES = `
  SELECT title, coalesce(link, audio, ''), podcast, publisher, coalesce(image, ''), audio,
    pub_date_ms, found.marked, episodes.id, duration_s
  FROM (
    SELECT rowid, highlight(episodes_fts, 3, '${MATCH_START}', '${MATCH_END}') AS marked
    FROM episodes_fts WHERE episodes_fts MATCH ? AND rowid >= ?
    ORDER BY rowid DESC LIMIT ?
  ) AS found
  CROSS JOIN episodes ON episodes.id = found.rowid`;

/** Goes on where the matches end, so that both together read the index once. */
const COUNT_OLDER = `
  SELECT count(*) FROM (
    SELECT 1 FROM episodes_fts WHERE episodes_fts MATCH ? AND rowid >= ? AND rowid < ?
    ORDER BY rowid DESC LIMIT ?
  )`;

const matches = z.array(
  z.tuple([
    z.string(),
    z.string(),
    z.string(),
    z.string(),
    z.string(),
    z.string().nullable(),
    z.number(),
    z.string(),
    z.number(),
    z.number().nullable(),
  ]),
);
const counts = z.tuple([z.tuple([z.number()])]);

/**
 * The newest episodes that mention one of the keywords in title, podcast, publisher or description,
 * as a phrase of whole words, without regard to case and Latin accents. Descriptions are excerpts
 * around the first match with the contract's highlight markers. Throws an `AppError`:
 * 'upstream-timeout', before it begins, for a query that would read too much of the index;
 * 'internal' when the catalogue cannot be read.
 */
export function queryCatalogue(catalogue: Catalogue, query: CatalogueQuery): CatalogueAnswer {
  const phrases = phrasesOf(query.keywords);
  if (phrases.length === 0) return { episodes: [], total: 0 };
  const expression = keywordExpression(phrases);
  const oldest = firstEpisodeId(query.startDateMs ?? 0);
  const { mostWork = MOST_WORK } = query;

  return reading(catalogue, (connection) => {
    if (searchWork(connection, phrases, mostWork) > mostWork) {
      throw new AppError('upstream-timeout', 'The search would read too much of the index');
    }
    return inSnapshot(connection, () => answer(connection, expression, oldest, query));
  });
}

function answer(
  connection: Connection,
  expression: string,
  oldest: bigint,
  { limit, totalLimit }: CatalogueQuery,
): CatalogueAnswer {
  const rows = matches.parse(prepared(connection, MATCHES).raw().all(expression, oldest, limit));
  const episodes = rows.map(episodeOf);
  const last = rows[limit - 1];
  if (last === undefined) return { episodes, total: episodes.length };
  const id = BigInt(last[8]);
  const counted = prepared(connection, COUNT_OLDER)
    .raw()
    .all(expression, oldest, id, totalLimit - limit);
  const [[older]] = counts.parse(counted);
  return { episodes, total: episodes.length + older };
}

function episodeOf(row: z.infer<typeof matches>[number]): Episode {
  const [title, link, podcast, publisher, image, audio, publishedAtMs, marked, , duration] = row;
  return {
    title,
    link,
    podcast,
    publisher,
    image,
    description: excerpt(marked),
    ...(audio === null ? {} : { audio }),
    pub_date_ms: publishedAtMs,
    ...(duration === null ? {} : { duration_s: duration }),
  };
}
