import * as z from 'zod';
import { type Connection, prepared } from './sqlite-database.ts';

/** FTS5's own view of the index, word by word. It exists for this connection alone. */
const CREATE_WORDS =
  'CREATE VIRTUAL TABLE temp.episode_words USING fts5vocab(main, episodes_fts, row)';
const EPISODES_OF_WORDS = 'SELECT doc FROM temp.episode_words WHERE term >= ? AND term < ?';

const created = new WeakSet<Connection>();
const counts = z.tuple([z.number()]);

/**
 * How many entries the index has of words that begin so. The counting costs about as much as reading
 * them, so it ends above `enough`.
 */
export function entriesOfBeginning(
  connection: Connection,
  beginning: string,
  enough: number,
): number {
  if (!created.has(connection)) connection.exec(CREATE_WORDS);
  created.add(connection);
  const words = prepared(connection, EPISODES_OF_WORDS).raw();
  let entries = 0;
  for (const row of words.iterate(beginning, `${beginning}\u{10ffff}`)) {
    entries += counts.parse(row)[0];
    if (entries > enough) break;
  }
  return entries;
}
