import { existsSync } from 'node:fs';
import Database from 'libsql';
import * as z from 'zod';

/** A row of a Podcast Index dump. Times are epoch seconds. */
export interface IndexedShow {
  url: string;
  title: string;
  author: string;
  language: string;
  dead: number;
  /** HTTP status of the index's last fetch. */
  status: number;
  popularity: number;
  newestAt: number;
  oldestAt: number;
  /** When the index added the show; 0 if the dump does not say. */
  createdAt: number;
  /** The show's number at Podcast Index, its number at Apple and its GUID; 0 or '' without one. */
  indexId?: number;
  appleId?: number;
  guid?: string;
}

const NEEDED = {
  url: 'url',
  title: 'title',
  author: 'itunesAuthor',
  language: 'language',
  dead: 'dead',
  status: 'lastHttpStatus',
  popularity: 'popularityScore',
  newestAt: 'newestItemPubdate',
  oldestAt: 'oldestItemPubdate',
} as const;

/** Columns that a dump may lack, with their SQL defaults. */
const OPTIONAL = {
  createdAt: { column: 'createdOn', none: '0' },
  indexId: { column: 'id', none: '0' },
  appleId: { column: 'itunesId', none: '0' },
  guid: { column: 'podcastGuid', none: "''" },
} as const;

const ROWS_AT_ONCE = 5_000;

const columnRows = z.array(z.tuple([z.string()]));
/** Dumps have numbers in columns of text, and the other way round. */
const text = z.unknown().transform((value) => (typeof value === 'string' ? value : ''));
const number = z.unknown().transform((value) => Number(value) || 0);
const showRow = z.object({
  row: number,
  url: text,
  title: text,
  author: text,
  language: text,
  dead: number,
  status: number,
  popularity: number,
  newestAt: number,
  oldestAt: number,
  createdAt: number,
  indexId: number,
  appleId: number,
  guid: text,
}) satisfies z.ZodType<IndexedShow>;

/** Reads the shows of a Podcast Index dump (SQLite) in pages. The message of an error is one sentence. */
export function* readDump(file: string): Generator<IndexedShow, undefined> {
  const database = openDump(file);
  try {
    const columns = columnsOf(database, file);
    const needed = Object.entries(NEEDED).map(([field, column]) => `${column} AS ${field}`);
    const optional = Object.entries(OPTIONAL).map(
      ([field, { column, none }]) => `${columns.has(column) ? column : none} AS ${field}`,
    );
    const page = database.prepare(
      `SELECT rowid AS row, ${[...needed, ...optional].join(', ')} FROM podcasts
       WHERE rowid > ? ORDER BY rowid LIMIT ${ROWS_AT_ONCE}`,
    );
    for (let after = -1; ;) {
      const rows = page.all(after);
      for (const found of rows) {
        const { row, ...show } = showRow.parse(found);
        after = row;
        yield show;
      }
      if (rows.length < ROWS_AT_ONCE) return;
    }
  } finally {
    database.close();
  }
}

function openDump(file: string): Database.Database {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  return new Database(file, { readonly: true });
}

function columnsOf(database: Database.Database, file: string): Set<string> {
  let columns: string[];
  try {
    const asked = database.prepare(`SELECT name FROM pragma_table_info('podcasts')`).raw();
    columns = columnRows.parse(asked.all()).flat();
  } catch (cause) {
    const hint = 'unpack an archive first';
    throw new Error(`${file} is no SQLite file, as a dump of Podcast Index is; ${hint}.`, {
      cause,
    });
  }
  if (columns.length === 0) throw new Error(`${file} has no table "podcasts".`);
  const missing = Object.values(NEEDED).filter((column) => !columns.includes(column));
  if (missing.length === 0) return new Set(columns);
  throw new Error(`The table "podcasts" of ${file} lacks ${missing.join(', ')}.`);
}
