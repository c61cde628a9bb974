import * as z from 'zod';
import { markerOf } from '../../../keywords/keyword-excerpt.ts';
import { anyExpression, questionExpression } from '../../../keywords/keyword-expression.ts';
import {
  type Leaf,
  plainPhrases,
  type QuestionPlan,
  wantedPhrases,
} from '../../../keywords/question-plan.ts';
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
 * @param further What is searched beside the episodes' own texts.
 * @param ids The oldest wanted, and the one before which all must be.
 */
export function newestFound(
  plan: QuestionPlan,
  further: readonly FurtherIndex[],
  ids: { oldest: bigint; before?: bigint },
): FoundStatement {
  const values = [questionExpression(plan), ids.oldest, ...(ids.before ? [ids.before] : [])];
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
  const bind = (value: string) => `?${values.push(value)}`;
  const parts = [notes + unlessIn(further, plan, bind), ...mixed(further, plan, range, bind)];
  return { sql: `${parts.join(' UNION ')} ORDER BY rowid DESC`, values, isUsual: false };
}

type Bind = (value: string) => string;

/** What is excluded must not stand in the further texts either. */
function unlessIn(further: readonly FurtherIndex[], { not }: QuestionPlan, bind: Bind): string {
  const excluded = not.filter(isAnywhere);
  if (excluded.length === 0) return '';
  const expression = bind(anyExpression(excluded));
  const each = further.map(
    (index) => ` AND rowid NOT IN (SELECT rowid FROM ${index} WHERE ${index} MATCH ${expression})`,
  );
  return each.join('');
}

/** Episodes in which some of what is asked for stands in the further texts, and the rest there or in the notes. */
function mixed(
  further: readonly FurtherIndex[],
  plan: QuestionPlan,
  range: string,
  bind: Bind,
): string[] {
  const wanted = sayable(plan);
  if (wanted.length === 0) return [];
  const stands = (leaf: Leaf) => {
    const expression = bind(anyExpression([leaf]));
    const indexes = isAnywhere(leaf) ? ['episodes_fts', ...further] : ['episodes_fts'];
    const each = indexes.map((index) => {
      const mentions = `FROM ${index} WHERE ${index} MATCH ${expression}`;
      // All that begins so is gathered before one episode is looked up: once for all of them.
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
  const expression = bind(anyExpression(wanted));
  const perhaps = further.map(
    (index) => `SELECT rowid AS id FROM ${index} WHERE ${index} MATCH ${expression} AND ${range}`,
  );
  const said = `${perhaps.join(' UNION ')} ORDER BY id DESC LIMIT ${MOST_LOOKED_AT}`;
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

/** Whether something that a question asks for stands in what a feed says in all of its episodes. */
export function isRepeatedAnywhere(
  connection: Connection,
  plan: QuestionPlan,
  oldest: bigint,
): boolean {
  const wanted = sayable(plan);
  if (wanted.length === 0) return false;
  const first = 'SELECT 1 FROM repeated_fts WHERE repeated_fts MATCH ? AND rowid >= ? LIMIT 1';
  const values = [anyExpression(wanted), oldest];
  return (
    prepared(connection, first)
      .raw()
      .all(...values).length > 0
  );
}

/** The transcripts in which it is said, of some episodes: no others are read, however many there are. */
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
  const wanted = sayable(plan);
  const found = new Map<number, SaidIn>();
  if (newest === undefined || oldest === undefined || wanted.length === 0) return found;
  const values = [JSON.stringify(ids), anyExpression(wanted), BigInt(oldest), BigInt(newest)];
  const rows = said.parse(
    prepared(connection, SAID)
      .raw()
      .all(...values),
  );
  const mark = markerOf(wantedPhrases(plan));
  for (const [id, packed, transcript] of rows) {
    const matches = spokenMatches(unpackedText(id, packed), mark);
    if (matches !== null) found.set(id, { ...matches, transcript });
  }
  return found;
}
