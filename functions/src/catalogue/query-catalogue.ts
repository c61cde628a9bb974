import * as z from 'zod';
import type { Episode } from '../contract/index.ts';
import { type Catalogue, prepared, reading } from './catalogue.ts';
import { firstEpisodeId } from './episode-id.ts';
import { excerpt, MATCH_END, MATCH_START } from './excerpt.ts';
import { keywordExpression } from './keyword-expression.ts';

export interface CatalogueQuery {
  /** Words or phrases; an episode that mentions one of them is found. */
  keywords: readonly string[];
  /** Oldest time of publication wanted, epoch milliseconds, honoured to the second. */
  startDateMs?: number | undefined;
  /** Most episodes wanted. */
  limit: number;
  /** How far matches are counted. */
  totalLimit: number;
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
    pub_date_ms, found.marked
  FROM (
    SELECT rowid, highlight(episodes_fts, 3, '${MATCH_START}', '${MATCH_END}') AS marked
    FROM episodes_fts WHERE episodes_fts MATCH ? AND rowid >= ?
    ORDER BY rowid DESC LIMIT ?
  ) AS found
  CROSS JOIN episodes ON episodes.id = found.rowid`;

const COUNT = `
  SELECT count(*) FROM (
    SELECT 1 FROM episodes_fts WHERE episodes_fts MATCH ? AND rowid >= ? LIMIT ?
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
  ]),
);
const counts = z.tuple([z.tuple([z.number()])]);

/**
 * The newest episodes that mention one of the keywords in title, podcast, publisher or description,
 * as a phrase of whole words, without regard to case and Latin accents. Descriptions are excerpts
 * around the first match with the contract's highlight markers. Throws an `AppError` ('internal')
 * when the catalogue cannot be read.
 */
export function queryCatalogue(catalogue: Catalogue, query: CatalogueQuery): CatalogueAnswer {
  const expression = keywordExpression(query.keywords);
  if (expression === '') return { episodes: [], total: 0 };
  const oldest = firstEpisodeId(query.startDateMs ?? 0);

  return reading(catalogue, (connection) => {
    const rows = prepared(connection, MATCHES).raw().all(expression, oldest, query.limit);
    const episodes = matches.parse(rows).map(episodeOf);
    if (episodes.length < query.limit) return { episodes, total: episodes.length };
    const counted = prepared(connection, COUNT).raw().all(expression, oldest, query.totalLimit);
    const [[total]] = counts.parse(counted);
    // Between the two statements a refresh may have removed old episodes.
    return { episodes, total: Math.max(total, episodes.length) };
  });
}

function episodeOf(row: z.infer<typeof matches>[number]): Episode {
  const [title, link, podcast, publisher, image, audio, publishedAtMs, marked] = row;
  return {
    title,
    link,
    podcast,
    publisher,
    image,
    description: excerpt(marked),
    ...(audio === null ? {} : { audio }),
    pub_date_ms: publishedAtMs,
  };
}
