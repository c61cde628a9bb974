import * as z from 'zod';
import { markerOf } from '../../../keywords/keyword-excerpt.ts';
import { anyExpression, questionExpression } from '../../../keywords/keyword-expression.ts';
import {
  type Leaf,
  plainPhrases,
  type QuestionPlan,
  wantedPhrases,
} from '../../../keywords/question-plan.ts';
import { spokenMatches, type SpokenMatches } from '../../../transcripts/spoken-matches.ts';
import { unpackSpokenText } from '../../../transcripts/spoken-text.ts';
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

/**
 * The ids of the episodes that answer a question, newest first: SQLite merges the entries of both
 * indexes as they come, so a limit ends both.
 * @param ids The oldest wanted, and the one before which all must be.
 */
export function newestFound(
  plan: QuestionPlan,
  spoken: boolean,
  ids: { oldest: bigint; before?: bigint },
): FoundStatement {
  const values = [questionExpression(plan), ids.oldest, ...(ids.before ? [ids.before] : [])];
  const range = ids.before ? 'rowid >= ?2 AND rowid < ?3' : 'rowid >= ?2';
  const notes = `SELECT rowid FROM episodes_fts WHERE episodes_fts MATCH ?1 AND ${range}`;
  if (!spoken) return { sql: `${notes} ORDER BY rowid DESC`, values, isUsual: true };
  if (plainPhrases(plan) !== null) {
    const said = `SELECT rowid FROM spoken_fts WHERE spoken_fts MATCH ?1 AND ${range}`;
    return { sql: `${notes} UNION ${said} ORDER BY rowid DESC`, values, isUsual: true };
  }
  const bind = (value: string) => `?${values.push(value)}`;
  const both = [notes + unlessSaid(plan, bind), ...mixed(plan, range, bind)];
  return { sql: `${both.join(' UNION ')} ORDER BY rowid DESC`, values, isUsual: false };
}

type Bind = (value: string) => string;

/** What is excluded must not be said either. */
function unlessSaid({ not }: QuestionPlan, bind: Bind): string {
  const excluded = not.filter(isAnywhere);
  if (excluded.length === 0) return '';
  const said = `SELECT rowid FROM spoken_fts WHERE spoken_fts MATCH ${bind(anyExpression(excluded))}`;
  return ` AND rowid NOT IN (${said})`;
}

/** Episodes in which some of what is asked for is said, and the rest said or written. */
function mixed(plan: QuestionPlan, range: string, bind: Bind): string[] {
  const wanted = sayable(plan);
  if (wanted.length === 0) return [];
  const stands = (leaf: Leaf) => {
    const expression = bind(anyExpression([leaf]));
    const indexes = isAnywhere(leaf) ? ['episodes_fts', 'spoken_fts'] : ['episodes_fts'];
    const each = indexes.map(
      (index) =>
        `EXISTS (SELECT 1 FROM ${index} WHERE ${index} MATCH ${expression} AND rowid = said.id)`,
    );
    return `(${each.join(' OR ')})`;
  };
  const choices = plan.oneOf.map((alternatives) => {
    const each = alternatives.map((leaves) => leaves.map(stands).join(' AND '));
    return `(${each.join(' OR ')})`;
  });
  const excluded = plan.not.map((leaf) => `NOT ${stands(leaf)}`);
  const said = `
    SELECT rowid AS id FROM spoken_fts WHERE spoken_fts MATCH ${bind(anyExpression(wanted))} AND ${range}
    ORDER BY rowid DESC LIMIT ${MOST_LOOKED_AT}`;
  const conditions = [...plan.all.map(stands), ...choices, ...excluded].join(' AND ');
  return [`SELECT id FROM (${said}) AS said WHERE ${conditions}`];
}

/** What is asked for that can be said. */
function sayable({ all, oneOf }: QuestionPlan): Leaf[] {
  return [...all, ...oneOf.flat(2)].filter(isAnywhere);
}

function isAnywhere({ field }: Leaf): boolean {
  return field === 'any';
}

/** The transcripts in which it is said, of episodes whose ids are within a range. */
const SAID = `
  SELECT episode_id, spoken FROM (
    SELECT rowid FROM spoken_fts WHERE spoken_fts MATCH ? AND rowid >= ? AND rowid <= ?
  ) AS said
  CROSS JOIN transcripts ON episode_id = said.rowid`;

const said = z.array(z.tuple([z.number(), z.instanceof(Uint8Array)]));

/**
 * Where what is asked for is said in the episodes found, by their ids.
 * @param ids Newest first, as a search has found them.
 */
export function spokenIn(
  connection: Connection,
  plan: QuestionPlan,
  ids: readonly number[],
): Map<number, SpokenMatches> {
  const [newest, oldest] = [ids[0], ids.at(-1)];
  const wanted = sayable(plan);
  const found = new Map<number, SpokenMatches>();
  if (newest === undefined || oldest === undefined || wanted.length === 0) return found;
  const values = [anyExpression(wanted), BigInt(oldest), BigInt(newest)];
  const rows = said.parse(
    prepared(connection, SAID)
      .raw()
      .all(...values),
  );
  const shown = new Set(ids);
  const mark = markerOf(wantedPhrases(plan));
  for (const [id, packed] of rows) {
    const matches = shown.has(id) ? spokenMatches(unpackSpokenText(packed), mark) : null;
    if (matches !== null) found.set(id, matches);
  }
  return found;
}
