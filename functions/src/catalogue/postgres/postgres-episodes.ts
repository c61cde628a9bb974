import {
  EPISODE_COLUMN_NAMES,
  EPISODE_COLUMNS,
  type EpisodeRow,
  episodeValues,
} from '../episode-row.ts';
import { type SqlSession, storable } from './server/sql-server.ts';
import { vectorsOf, wordVectors } from './words/word-vector.ts';

/** Rows in one statement; with the longest descriptions about 5 MB. */
const ROWS_AT_ONCE = 200;

const CASTS = { text: '', integer: '::bigint', digest: '' };

/** Every value comes as a text, for an array of texts is sent alike by every client. */
const INSERT = `
  INSERT INTO episodes (id, feed_id, words, ${EPISODE_COLUMN_NAMES})
  SELECT item.id::bigint, $1, item.words::tsvector, ${EPISODE_COLUMNS.map(({ name, kind }) =>
    kind === 'digest' ? `decode(item.${name}, 'hex')` : `item.${name}${CASTS[kind]}`,
  ).join(', ')}
  FROM unnest(${['id', 'words', ...EPISODE_COLUMNS].map((_, at) => `$${at + 2}::text[]`).join(', ')})
    AS item (id, words, ${EPISODE_COLUMN_NAMES})`;
const INSERT_WORDS = (table: 'more_words' | 'repeated_words') => `
  INSERT INTO ${table} (episode_id, words)
  SELECT item.id::bigint, item.words::tsvector
  FROM unnest($1::text[], $2::text[]) AS item (id, words)`;

/** Stores episodes of a feed under these ids; the tables of their days must be there. */
export async function insertEpisodes(
  session: SqlSession,
  feed: number,
  episodes: readonly { id: number; row: EpisodeRow }[],
): Promise<void> {
  for (let start = 0; start < episodes.length; start += ROWS_AT_ONCE) {
    const batch = episodes.slice(start, start + ROWS_AT_ONCE);
    const ids = batch.map(({ id }) => String(id));
    const vectors = batch.map(({ row }) => wordVectors(row));
    const values = batch.map(({ row }) => episodeValues(row).map(asText));
    const columns = EPISODE_COLUMNS.map((_, column) => values.map((row) => row[column] ?? null));
    await session.rows(INSERT, [feed, ids, vectors.map(([words = '']) => words), ...columns]);
    const further = {
      more_words: vectors.map(([, ...parts]) => parts),
      repeated_words: batch.map(({ row }) =>
        row.repeated === '' ? [] : vectorsOf([row.repeated]),
      ),
    };
    for (const table of ['more_words', 'repeated_words'] as const) {
      const rows = further[table].flatMap((parts, index) =>
        parts.map((words) => [ids[index] ?? null, words] as const),
      );
      if (rows.length === 0) continue;
      const values = [rows.map(([id]) => id), rows.map(([, words]) => words)];
      await session.rows(INSERT_WORDS(table), values);
    }
  }
}

function asText(value: string | number | null): string | null {
  return value === null ? null : storable(String(value));
}

export async function removeEpisodes(session: SqlSession, ids: readonly number[]): Promise<void> {
  await remove(session, ids, ['episodes', 'more_words', 'repeated_words', 'copies']);
}

/** Stores episodes anew under their ids. What `copies` holds of them stays: `updateCopies` compares with it. */
export async function replaceEpisodes(
  session: SqlSession,
  feed: number,
  episodes: readonly { id: number; row: EpisodeRow }[],
): Promise<void> {
  const ids = episodes.map(({ id }) => id);
  await remove(session, ids, ['episodes', 'more_words', 'repeated_words']);
  await insertEpisodes(session, feed, episodes);
}

async function remove(
  session: SqlSession,
  ids: readonly number[],
  tables: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const texts = [ids.map(String)];
  for (const table of tables) {
    const id = table === 'episodes' ? 'id' : 'episode_id';
    await session.rows(`DELETE FROM ${table} WHERE ${id} = ANY ($1::text[]::bigint[])`, texts);
  }
}
