import * as z from 'zod';
import { spokenMatches, type SpokenMatches } from '../../../transcripts/spoken-matches.ts';
import { unpackSpokenText } from '../../../transcripts/spoken-text.ts';
import { type Connection, prepared } from '../sqlite-database.ts';

/** What is searched. */
export type Where = 'notes' | 'everywhere';

/**
 * The ids of matches, newest first: SQLite merges the two indexes' entries as they come, so a limit
 * ends both.
 * @param range A condition on `rowid`.
 */
export function newestIn(where: Where, range: string): string {
  const select = (index: string) =>
    `SELECT rowid FROM ${index} WHERE ${index} MATCH ?1 AND ${range}`;
  const both = where === 'notes' ? '' : ` UNION ${select('spoken_fts')}`;
  return `${select('episodes_fts')}${both} ORDER BY rowid DESC`;
}

/** The transcripts in which it is said, of episodes whose ids are within a range. */
const SAID = `
  SELECT episode_id, spoken FROM (
    SELECT rowid FROM spoken_fts WHERE spoken_fts MATCH ? AND rowid >= ? AND rowid <= ?
  ) AS said
  CROSS JOIN transcripts ON episode_id = said.rowid`;

const said = z.array(z.tuple([z.number(), z.instanceof(Uint8Array)]));

/**
 * Where the words are said in the episodes found, by their ids.
 * @param expression For FTS5.
 * @param ids Newest first, as a search has found them.
 */
export function spokenIn(
  connection: Connection,
  expression: string,
  ids: readonly number[],
  mark: (text: string) => string,
): Map<number, SpokenMatches> {
  const [newest, oldest] = [ids[0], ids.at(-1)];
  const found = new Map<number, SpokenMatches>();
  if (newest === undefined || oldest === undefined) return found;
  const rows = prepared(connection, SAID).raw().all(expression, BigInt(oldest), BigInt(newest));
  for (const [id, packed] of said.parse(rows)) {
    const matches = spokenMatches(unpackSpokenText(packed), mark);
    if (matches !== null) found.set(id, matches);
  }
  return found;
}
