import { anyExpression, questionExpression } from '../../../../keywords/keyword-expression.ts';
import {
  isAnywhere,
  isSaid,
  isSayable,
  type Leaf,
  leafKey,
  plainPhrases,
  type QuestionPlan,
  wantedLeaves,
} from '../../../../keywords/question-plan.ts';
import { isPlainlySaid, mustBeSaid, writtenPart } from '../../../../keywords/spoken-part.ts';
import { type Lookup, MOST_LOOKED_AT, type SearchIndex } from './read-cost.ts';
import type { SqlValue } from './search-connections.ts';

/** Indexes of texts beside an episode's own that a search may look through. */
export type FurtherIndex = 'spoken_fts' | 'repeated_fts';

/** A statement for episodes, with what its parameters stand for. */
export interface FoundStatement {
  /** Two columns, `id` and `said`: whether what is asked for was found in the transcript. */
  sql: string;
  values: SqlValue[];
  /** How many rows it may have for one episode. */
  parts: number;
  /** Whether nearly all searches make the same one, so that it is worth keeping. */
  isUsual: boolean;
  lookups: Lookup[];
  /** Of how many leaves it is asked about each episode that is looked at. */
  checks: number;
}

/**
 * The episodes that answer a question, newest first. SQLite merges the entries of all indexes as they
 * come, so a limit ends them together. Each leaf is looked up once in each index: asked about one
 * episode, FTS5 would walk all entries of a phrase anew.
 * @param further What is searched beside the episodes' own texts; of `spoken_fts`, if something is asked for there alone.
 * @param ids The oldest wanted, and the one before which all must be.
 */
export function newestFound(
  plan: QuestionPlan,
  further: readonly FurtherIndex[],
  ids: { oldest: bigint; before?: bigint },
): FoundStatement {
  const values: SqlValue[] = [ids.oldest, ...(ids.before === undefined ? [] : [ids.before])];
  const lookups: Lookup[] = [];
  const range = ids.before === undefined ? 'rowid >= ?1' : 'rowid >= ?1 AND rowid < ?2';
  const bind = (value: SqlValue) => `?${values.push(value)}`;
  /** Looks leaves up in an index. */
  const from = (lookup: Lookup, expression = anyExpression(lookup.leaves)) => {
    lookups.push(lookup);
    return `FROM ${lookup.index} WHERE ${lookup.index} MATCH ${bind(expression)} AND ${range}`;
  };
  const merged = (parts: readonly string[], checks = 0, isUsual = true): FoundStatement => ({
    ...{ sql: `${parts.join(UNION)} ORDER BY id DESC`, values, parts: parts.length },
    ...{ isUsual, lookups, checks },
  });

  const wanted = wantedLeaves(plan);
  const written = writtenPart(plan);
  const endsEarly = plainPhrases(plan) !== null;
  if (isPlainlySaid(plan)) {
    const said = from({ index: 'spoken_fts', leaves: wanted, endsEarly: true });
    return merged([`SELECT rowid AS id, 1 AS said ${said}`]);
  }
  const own = (asked: QuestionPlan, filters: number) => {
    const leaves = [...wantedLeaves(asked), ...asked.not];
    const lookup = { index: 'episodes_fts' as const, leaves, endsEarly, plan: asked, filters };
    return `SELECT rowid AS id, 0 AS said ${from(lookup, questionExpression(asked))}`;
  };
  if (written !== null && (further.length === 0 || endsEarly)) {
    const others = further.map((index) => {
      const said = index === 'spoken_fts' ? 1 : 0;
      return `SELECT rowid, ${said} ${from({ index, leaves: wanted, endsEarly })}`;
    });
    return merged([own(written, 0), ...others]);
  }

  const sets = new Map<string, { name: string; sql: string }>();
  /** The episodes in which a leaf stands in an index. */
  const setOf = (index: SearchIndex, leaf: Leaf) => {
    const key = `${index} ${leafKey(leaf)}`;
    const name = sets.get(key)?.name ?? `set${sets.size}`;
    if (!sets.has(key)) {
      const found = from({ index, leaves: [leaf] });
      sets.set(key, { name, sql: `${name} AS MATERIALIZED (SELECT rowid AS id ${found})` });
    }
    return `SELECT id FROM ${name}`;
  };
  const parts: string[] = [];
  if (written !== null) {
    // What is excluded must not stand in the further texts either.
    const excluded = further.flatMap((index) =>
      plan.not.filter(mayStandIn(index)).map((leaf) => setOf(index, leaf)),
    );
    const unless = excluded.length === 0 ? '' : ` AND rowid NOT IN (${excluded.join(UNION)})`;
    parts.push(own(written, excluded.length === 0 ? 0 : 1) + unless);
  }
  const looked = written === null ? mustBeSaid(plan) : wanted;
  const candidates = further.flatMap((index) => {
    const said = index === 'spoken_fts' ? 1 : 0;
    return looked
      .filter(written === null ? isSaid : mayStandIn(index))
      .filter(() => written !== null || said === 1)
      .map((leaf) => `SELECT id, ${said} AS said FROM (${setOf(index, leaf)})`);
  });

  const leaves = new Map([...wanted, ...plan.not].map((leaf) => [leafKey(leaf), leaf]));
  const stands = (leaf: Leaf) => `leaf${[...leaves.keys()].indexOf(leafKey(leaf))}`;
  const columns = Array.from(leaves.values(), (leaf) => {
    const indexes = further.filter((index) => mayStandIn(index)(leaf));
    const found = [...(isSaid(leaf) ? [] : (['episodes_fts'] as const)), ...indexes];
    const each = found.map((index) => `id IN (${setOf(index, leaf)})`);
    return `(${each.join(' OR ') || '0'}) AS ${stands(leaf)}`;
  });
  const choices = plan.oneOf.map((alternatives) => {
    const each = alternatives.map((all) => all.map(stands).join(' AND '));
    return `(${each.join(' OR ')})`;
  });
  const excluded = plan.not.map((leaf) => `NOT ${stands(leaf)}`);
  const conditions = [...plan.all.map(stands), ...choices, ...excluded].join(' AND ');
  if (candidates.length > 0) parts.push(`SELECT id, said FROM looked WHERE ${conditions}`);

  const statement = merged(parts, leaves.size, false);
  const perhaps = `perhaps AS MATERIALIZED (
    SELECT id, max(said) AS said FROM (${candidates.join(UNION) || 'SELECT 0 AS id, 0 AS said LIMIT 0'})
    GROUP BY id ORDER BY id DESC LIMIT ${MOST_LOOKED_AT}
  )`;
  const known = `looked AS MATERIALIZED (SELECT id, said, ${columns.join(', ')} FROM perhaps)`;
  const tables = [...Array.from(sets.values(), ({ sql }) => sql), perhaps, known];
  return { ...statement, sql: `WITH ${tables.join(', ')} ${statement.sql}` };
}

const UNION = ' UNION ALL ';

function mayStandIn(index: FurtherIndex): (leaf: Leaf) => boolean {
  return index === 'spoken_fts' ? isSayable : isAnywhere;
}
