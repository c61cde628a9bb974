import * as z from 'zod';
import { queryExpression } from '../../../../query/fts-expression.ts';
import { planQuery } from '../../../../query/plan-query.ts';
import type { CatalogueQuery } from '../../../answers/catalogue-query.ts';
import { isForFollowers } from '../../../answers/visibility.ts';
import { SPELLING_COLUMNS } from '../../../schema/episode-row.ts';
import { searching, type SqliteDatabase } from '../sqlite-database.ts';

const idLists = z.array(z.tuple([z.number()]));
const texts = z.array(z.array(z.string()));

const TEXTS = `SELECT ${SPELLING_COLUMNS} FROM (SELECT value AS wanted FROM json_each(?))
  CROSS JOIN episodes ON id = wanted WHERE NOT ${isForFollowers('feed_id')}`;

export async function sqliteTextsWith(
  database: SqliteDatabase,
  { keywords, limit }: Pick<CatalogueQuery, 'keywords' | 'limit'>,
  signal?: AbortSignal,
): Promise<string[][]> {
  const plan = planQuery(keywords);
  if (plan === null) return [];
  return searching(
    database,
    async (connection) => {
      const found = await connection.rows(
        'SELECT rowid FROM episodes_fts WHERE episodes_fts MATCH ? ORDER BY rowid DESC LIMIT ?',
        [queryExpression(plan), BigInt(limit)],
      );
      const ids = idLists.parse(found).flat();
      if (ids.length === 0) return [];
      return texts.parse(await connection.rows(TEXTS, [JSON.stringify(ids)]));
    },
    signal,
  );
}
