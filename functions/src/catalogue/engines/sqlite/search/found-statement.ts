import {
  anyExpression,
  queryExpression,
  spokenExpression,
} from '../../../../query/fts-expression.ts';
import { termKey } from '../../../../query/plan-key.ts';
import {
  anywhere,
  hasInnerExclusions,
  isTranscriptQuery,
  isTranscriptTerm,
  mayBeSpoken,
  plainPhrases,
  type QueryPlan,
  requiredTranscriptTerms,
  type Term,
  unwantedTerms,
  wantedPlan,
  wantedTerms,
  withoutTranscriptTerms,
} from '../../../../query/query-plan.ts';
import { planCondition } from '../../../answers/plan-condition.ts';
import { SEARCH_INDEXES, type SearchIndex } from '../text-indexes.ts';
import type { SqlValue } from './search-connections.ts';

/** Max candidates, newest first, that are checked for a query of several terms. */
const MAX_CANDIDATES = 2_000;

export interface FoundStatement {
  /** Selects `id` and `said` (1 if the transcript matched). */
  sql: string;
  values: SqlValue[];
  /** Max rows per episode. */
  parts: number;
  /** True if almost all searches have this SQL text; its prepared statement is then cached. */
  isUsual: boolean;
}

export interface Range {
  oldest: bigint;
  before?: bigint;
  /**
   * True to read each index upwards from `oldest`. A downward read would not stop at `oldest`: FTS5 checks the range
   * of ids only after a phrase has matched, so it reads the phrase's words down to the oldest text.
   */
  isForward?: boolean;
}

/**
 * Finds matching episodes, newest first. SQLite merges the sorted entries of the indexes, so that a limit ends all
 * scans. Each term is looked up once per index, because FTS5 scans all entries of a phrase even for a single row.
 * @param spoken True to search transcripts, and for a query with `spoken:` terms.
 * @param named Ids of episodes with the whole name of a term that is excluded within brackets.
 */
export function newestFound(
  plan: QueryPlan,
  spoken: boolean,
  { oldest, before, isForward = false }: Range,
  named: (term: Term) => readonly number[] = () => [],
): FoundStatement {
  const values: SqlValue[] = [oldest, ...(before === undefined ? [] : [before])];
  const range = before === undefined ? 'rowid >= ?1' : 'rowid >= ?1 AND rowid < ?2';
  const bind = (value: SqlValue) => `?${values.push(value)}`;
  const from = (index: SearchIndex, expression: string) =>
    `FROM ${index} WHERE ${index} MATCH ${bind(expression)} AND ${range}`;
  const inOrder = (part: string) =>
    isForward ? `SELECT * FROM (${part} ORDER BY 1 LIMIT -1)` : part;
  const merged = (parts: readonly string[], isUsual = true): FoundStatement => ({
    sql: `${parts.map(inOrder).join(UNION)} ORDER BY id DESC`,
    values,
    parts: parts.length,
    isUsual: isUsual && !isForward,
  });

  const wanted = wantedTerms(plan);
  const unwanted = unwantedTerms(plan);
  const written = withoutTranscriptTerms(plan);
  const isPlain = plainPhrases(plan) !== null;
  // FTS5 decides on these for one index only, and cannot match the end of a name.
  const mustCheck =
    hasInnerExclusions(plan) && (spoken || unwanted.some((term) => term.whole === true));
  if (isTranscriptQuery(plan)) {
    const said = from('spoken_fts', spokenExpression(wanted));
    return merged([`SELECT rowid AS id, 1 AS said ${said}`]);
  }
  const own = (asked: QueryPlan) =>
    `SELECT rowid AS id, 0 AS said ${from('episodes_fts', queryExpression(asked))}`;
  if (written !== null && !spoken && !mustCheck) return merged([own(written)]);
  if (written !== null && isPlain) {
    return merged([
      own(written),
      `SELECT rowid, 1 ${from('spoken_fts', spokenExpression(wanted))}`,
    ]);
  }

  const sets = new Map<string, { name: string; sql: string }>();
  const setOf = (index: SearchIndex, asked: Term) => {
    const term = index === 'spoken_fts' ? anywhere(asked) : asked;
    const key = `${index} ${termKey(term)}`;
    const name = sets.get(key)?.name ?? `set${sets.size}`;
    if (!sets.has(key)) {
      const ids = term.whole === true ? named(term) : null;
      const found =
        ids === null
          ? `SELECT rowid AS id ${from(index, anyExpression([term]))}`
          : `SELECT value AS id FROM json_each(${bind(JSON.stringify(ids))})`;
      sets.set(key, { name, sql: `${name} AS MATERIALIZED (${found})` });
    }
    return `SELECT id FROM ${name}`;
  };
  const isFoundIn = (term: Term) => {
    const found = SEARCH_INDEXES.filter((index) =>
      index === 'spoken_fts' ? spoken && mayBeSpoken(term) : !isTranscriptTerm(term),
    );
    const each = found.map((index) => `id IN (${setOf(index, term)})`);
    return each.length === 0 ? 'FALSE' : `(${each.join(' OR ')})`;
  };
  const parts: string[] = [];
  if (written !== null && mustCheck) {
    const condition = planCondition(plan, isFoundIn);
    parts.push(`SELECT id, said FROM (${own(wantedPlan(written))}) WHERE ${condition}`);
  } else if (written !== null) {
    const excluded = plan.not.filter(mayBeSpoken).map((term) => setOf('spoken_fts', term));
    const unless = excluded.length === 0 ? '' : ` AND rowid NOT IN (${excluded.join(UNION)})`;
    parts.push(own(written) + unless);
  }
  const looked = written === null ? requiredTranscriptTerms(plan) : wanted;
  const candidates = looked
    .filter(written === null ? isTranscriptTerm : mayBeSpoken)
    .map((term) => `SELECT id, 1 AS said FROM (${setOf('spoken_fts', term)})`);

  const terms = new Map([...wanted, ...unwanted].map((term) => [termKey(term), term]));
  const columnOf = (term: Term) => `leaf${[...terms.keys()].indexOf(termKey(term))}`;
  const columns = Array.from(terms.values(), (term) => `${isFoundIn(term)} AS ${columnOf(term)}`);
  const condition = planCondition(plan, columnOf);
  if (candidates.length > 0) parts.push(`SELECT id, said FROM looked WHERE ${condition}`);

  const statement = merged(parts, false);
  const perhaps = `perhaps AS MATERIALIZED (
    SELECT id, max(said) AS said FROM (${candidates.join(UNION) || 'SELECT 0 AS id, 0 AS said LIMIT 0'})
    GROUP BY id ORDER BY id DESC LIMIT ${MAX_CANDIDATES}
  )`;
  const known = `looked AS MATERIALIZED (SELECT id, said, ${columns.join(', ')} FROM perhaps)`;
  const tables = [...Array.from(sets.values(), ({ sql }) => sql), perhaps, known];
  return { ...statement, sql: `WITH ${tables.join(', ')} ${statement.sql}` };
}

const UNION = ' UNION ALL ';
