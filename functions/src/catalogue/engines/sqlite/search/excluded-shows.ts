import * as z from 'zod';
import { FIELD_TEXTS, fieldOf, type WrittenText } from '../../../../query/fields.ts';
import { anyExpression } from '../../../../query/fts-expression.ts';
import { type Term, termPhrases } from '../../../../query/query-plan.ts';
import { ownTokens } from '../../../../query/tokenize.ts';
import { AppError } from '../../../../platform/app-error.ts';
import type { SearchConnection } from './search-connections.ts';

const MAX_COMPARED = 5_000;

const namesIn = (text: WrittenText) => `
  SELECT json_group_array(json_array(name, json(ids))) FROM (
    SELECT ${text} AS name, json_group_array(id) AS ids
    FROM (
      SELECT rowid AS named FROM episodes_fts WHERE episodes_fts MATCH ? AND rowid >= ?
      LIMIT ${MAX_COMPARED + 1}
    ) CROSS JOIN episodes ON id = named
    GROUP BY name
  )`;

const names = z.array(z.tuple([z.string(), z.array(z.number())]));

/**
 * Returns ids, from `oldest` on, of episodes with one of the full names, such as the show's. Compares names, because
 * FTS5 cannot match the end of a text. Throws 'upstream-timeout' for more than {@link MAX_COMPARED} candidates.
 */
export async function episodesOfNames(
  connection: SearchConnection,
  wholeTerms: readonly Term[],
  oldest: bigint,
): Promise<ReadonlySet<number>> {
  const ofNames = new Set<number>();
  for (const text of FIELD_TEXTS) {
    const terms = wholeTerms.filter(({ field }) => fieldOf(field).text === text);
    if (terms.length === 0) continue;
    const statement = namesIn(text);
    const found = names.parse(await connection.json(statement, [anyExpression(terms), oldest]));
    if (found.reduce((sum, [, ids]) => sum + ids.length, 0) > MAX_COMPARED) {
      throw new AppError('upstream-timeout', 'The search would look at too many names of shows');
    }
    const wanted = new Set(
      terms.flatMap((term) => termPhrases(term).map(({ tokens }) => tokens.join(' '))),
    );
    for (const [name, ids] of found) {
      if (wanted.has(ownTokens(name).join(' '))) for (const id of ids) ofNames.add(id);
    }
  }
  return ofNames;
}
