import * as z from 'zod';
import { markerOf } from '../../../keywords/keyword-excerpt.ts';
import { anyExpression, questionExpression } from '../../../keywords/keyword-expression.ts';
import {
  isAnywhere,
  isSaid,
  isSayable,
  type Leaf,
  plainPhrases,
  type QuestionPlan,
  wantedLeaves,
  wantedSaid,
} from '../../../keywords/question-plan.ts';
import { isPlainlySaid, mustBeSaid, writtenPart } from '../../../keywords/spoken-part.ts';
import { spokenMatches } from '../../../transcripts/spoken-matches.ts';
import { unpackedText } from '../../../transcripts/unpacked-texts.ts';
import type { SaidIn } from '../../transcripts/said-in.ts';
import { type Connection, prepared } from '../sqlite-database.ts';

/**
 * Of the transcripts that may answer a question of several parts, as many are looked at, the newest
 * first: each takes a tenth of a millisecond.
 */
const MOST_LOOKED_AT = 2_000;

/** Whether there is anything to be found in what is said; a search is a tenth faster without it. */
export function isAnythingSaid(connection: Connection): boolean {
  return prepared(connection, 'SELECT 1 FROM spoken_fts LIMIT 1').raw().all().length > 0;
}

/** A statement for ids, with what its parameters stand for. */
export interface FoundStatement {
  sql: string;
  values: (string | bigint)[];
  /** Whether nearly all searches make the same one, so that it is worth keeping. */
  isUsual: boolean;
}

/** Indexes of texts beside an episode's own that a search may look through. */
export type FurtherIndex = 'spoken_fts' | 'repeated_fts';

/**
 * The ids of the episodes that answer a question, newest first: SQLite merges the entries of all
 * indexes as they come, so a limit ends them together.
 * @param further What is searched beside the episodes' own texts; of `spoken_fts`, if something is asked for there alone.
 * @param ids The oldest wanted, and the one before which all must be.
 */
export function newestFound(
  plan: QuestionPlan,
  further: readonly FurtherIndex[],
  ids: { oldest: bigint; before?: bigint },
): FoundStatement {
  const written = writtenPart(plan);
  const wanted = written === null ? anyExpression(mustBeSaid(plan)) : questionExpression(written);
  const values = [wanted, ids.oldest, ...(ids.before ? [ids.before] : [])];
  const range = ids.before ? 'rowid >= ?2 AND rowid < ?3' : 'rowid >= ?2';
  const notes = `SELECT rowid FROM episodes_fts WHERE episodes_fts MATCH ?1 AND ${range}`;
  if (further.length === 0) return { sql: `${notes} ORDER BY rowid DESC`, values, isUsual: true };
  if (plainPhrases(plan) !== null) {
    const others = further.map(
      (index) => `SELECT rowid FROM ${index} WHERE ${index} MATCH ?1 AND ${range}`,
    );
    const sql = `${[notes, ...others].join(' UNION ')} ORDER BY rowid DESC`;
    return { sql, values, isUsual: true };
  }
  const said = `FROM spoken_fts WHERE spoken_fts MATCH ?1 AND ${range}`;
  if (isPlainlySaid(plan)) {
    return { sql: `SELECT rowid ${said} ORDER BY rowid DESC`, values, isUsual: true };
  }
  const bind = (value: string) => `?${values.push(value)}`;
  const perhaps =
    written === null
      ? [`SELECT rowid AS id ${said}`]
      : standing(further, wantedLeaves(plan), range, bind);
  const parts = [
    ...(written === null ? [] : [notes + unlessIn(further, plan, bind)]),
    ...(perhaps.length === 0 ? [] : [answering(perhaps, further, plan, range, bind)]),
  ];
  return { sql: `${parts.join(' UNION ')} ORDER BY rowid DESC`, values, isUsual: false };
}

type Bind = (value: string) => string;

/** What is excluded must not stand in the further texts either. */
function unlessIn(further: readonly FurtherIndex[], { not }: QuestionPlan, bind: Bind): string {
  const each = further.map((index) => {
    const excluded = not.filter(mayStandIn(index));
    if (excluded.length === 0) return '';
    const expression = bind(anyExpression(excluded));
    return ` AND rowid NOT IN (SELECT rowid FROM ${index} WHERE ${index} MATCH ${expression})`;
  });
  return each.join('');
}

/** Statements that find the episodes with one of the leaves in their further texts. */
function standing(
  further: readonly FurtherIndex[],
  leaves: readonly Leaf[],
  range: string,
  bind: Bind,
): string[] {
  return further.flatMap((index) => {
    const wanted = leaves.filter(mayStandIn(index));
    if (wanted.length === 0) return [];
    const expression = bind(anyExpression(wanted));
    return [`SELECT rowid AS id FROM ${index} WHERE ${index} MATCH ${expression} AND ${range}`];
  });
}

function mayStandIn(index: FurtherIndex): (leaf: Leaf) => boolean {
  return index === 'spoken_fts' ? isSayable : isAnywhere;
}

/** The episodes among these whose texts together answer the question. */
function answering(
  perhaps: readonly string[],
  further: readonly FurtherIndex[],
  plan: QuestionPlan,
  range: string,
  bind: Bind,
): string {
  const stands = (leaf: Leaf) => {
    const expression = bind(anyExpression([leaf]));
    const own = isSaid(leaf) ? [] : ['episodes_fts'];
    const each = [...own, ...further.filter((index) => mayStandIn(index)(leaf))].map((index) => {
      const mentions = `FROM ${index} WHERE ${index} MATCH ${expression}`;
      // FTS5 gathers all words that begin so before it looks up one episode: so it is done once for all.
      return leaf.beginning
        ? `said.id IN (SELECT rowid ${mentions} AND ${range})`
        : `EXISTS (SELECT 1 ${mentions} AND rowid = said.id)`;
    });
    return `(${each.join(' OR ')})`;
  };
  const choices = plan.oneOf.map((alternatives) => {
    const each = alternatives.map((leaves) => leaves.map(stands).join(' AND '));
    return `(${each.join(' OR ')})`;
  });
  const excluded = plan.not.map((leaf) => `NOT ${stands(leaf)}`);
  const said = `${perhaps.join(' UNION ')} ORDER BY id DESC LIMIT ${MOST_LOOKED_AT}`;
  const conditions = [...plan.all.map(stands), ...choices, ...excluded].join(' AND ');
  return `SELECT id AS rowid FROM (${said}) AS said WHERE ${conditions}`;
}

/** Whether something that a question asks for stands in what a feed says in all of its episodes. */
export function isRepeatedAnywhere(
  connection: Connection,
  plan: QuestionPlan,
  oldest: bigint,
): boolean {
  const wanted = wantedLeaves(plan).filter(isAnywhere);
  if (wanted.length === 0) return false;
  const first = 'SELECT 1 FROM repeated_fts WHERE repeated_fts MATCH ? AND rowid >= ? LIMIT 1';
  const values = [anyExpression(wanted), oldest];
  return (
    prepared(connection, first)
      .raw()
      .all(...values).length > 0
  );
}

/** The matching transcripts of the given episodes; no others are read. */
const SAID = `
  SELECT episode_id, spoken, json_extract(sources, '$[0].url') FROM transcripts
  WHERE episode_id IN (SELECT value FROM json_each(?1)) AND episode_id IN (
    SELECT rowid FROM spoken_fts WHERE spoken_fts MATCH ?2 AND rowid >= ?3 AND rowid <= ?4
  )`;

const said = z.array(z.tuple([z.number(), z.instanceof(Uint8Array), z.string()]));

/**
 * Where what is asked for is said in the episodes found, by their ids.
 * @param ids Newest first, as a search has found them.
 */
export function spokenIn(
  connection: Connection,
  plan: QuestionPlan,
  ids: readonly number[],
): Map<number, SaidIn> {
  const [newest, oldest] = [ids[0], ids.at(-1)];
  const wanted = wantedLeaves(plan).filter(isSayable);
  const found = new Map<number, SaidIn>();
  if (newest === undefined || oldest === undefined || wanted.length === 0) return found;
  const values = [JSON.stringify(ids), anyExpression(wanted), BigInt(oldest), BigInt(newest)];
  const rows = said.parse(
    prepared(connection, SAID)
      .raw()
      .all(...values),
  );
  const mark = markerOf(wantedSaid(plan));
  for (const [id, packed, transcript] of rows) {
    const matches = spokenMatches(unpackedText(id, packed), mark);
    if (matches !== null) found.set(id, { ...matches, transcript });
  }
  return found;
}
