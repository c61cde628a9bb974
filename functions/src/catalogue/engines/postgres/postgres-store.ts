import { type ListColumns, POSTGRES } from '../../schema/dialect.ts';
import {
  EPISODE_COLUMN_NAMES,
  EPISODE_COLUMNS,
  episodeValues,
  type NumberedEpisode,
} from '../../schema/episode-row.ts';
import { type Engine, run, type Work } from '../../schema/work.ts';
import { ensureDayTables } from './day-tables.ts';
import { WORD_TABLES, type WordTable } from './words/word-tables.ts';
import { vectorsOf, wordVectors } from './words/word-vector.ts';

/** Rows per statement; about 5 MB with the longest descriptions. */
const ROWS_AT_ONCE = 200;

/** One writer at a time, so that ids are unique. Released at the end of the transaction. */
export const WRITE_LOCK =
  "SELECT pg_advisory_xact_lock(hashtextextended('earshot writes ' || current_schema(), 0))";

const { among, table, unhex } = POSTGRES;

const COLUMNS: ListColumns = {
  id: 'integer',
  words: 'text',
  ...Object.fromEntries(
    EPISODE_COLUMNS.map(({ name, kind }) => [name, kind === 'integer' ? 'integer' : 'text']),
  ),
};

const INSERT = `
  INSERT INTO episodes (feed_id, id, words, ${EPISODE_COLUMN_NAMES})
  SELECT $1, item.id, item.words::tsvector, ${EPISODE_COLUMNS.map(({ name, kind }) =>
    kind === 'digest' ? unhex(`item.${name}`) : `item.${name}`,
  ).join(', ')}
  FROM ${table('$2', COLUMNS)} AS item`;

export const POSTGRES_ENGINE: Engine = {
  ...POSTGRES,
  *insertEpisodes(feed, episodes) {
    yield* ensureDayTables(episodes.map(({ row }) => row.publishedAtMs));
    yield* insertRows(feed, episodes);
    yield* countEpisodes(feed, episodes.length);
  },
  *replaceEpisodes(feed, episodes) {
    const ids = episodes.map(({ id }) => id);
    yield* removeFrom(['episodes', 'more_words'], ids);
    yield* insertRows(feed, episodes);
  },
  *removeEpisodes(feed, ids) {
    yield* removeFrom(['episodes', ...OF_EPISODES], ids);
    yield* countEpisodes(feed, -ids.length);
  },
  *indexTranscript(episodeId, text) {
    yield* insertWords(
      'spoken_words',
      vectorsOf([text]).map((words) => [episodeId, words]),
    );
  },
  removeTranscripts: (ids) => removeFrom(['transcripts', 'spoken_words'], ids),
};

export const OF_EPISODES = [
  ...WORD_TABLES,
  'transcripts',
  'chapter_files',
  'copies',
  'text_changes',
];

function countEpisodes(feed: number, more: number): Work<void> {
  return run('UPDATE feeds SET episodes = episodes + $2 WHERE id = $1', feed, more);
}

function* removeFrom(tables: readonly string[], ids: readonly number[]): Work<void> {
  for (const name of tables) {
    const id = name === 'episodes' ? 'id' : 'episode_id';
    yield* run(`DELETE FROM ${name} WHERE ${id} ${among('$1')}`, ids);
  }
}

/** Inserts episodes, whose partitions must exist. */
function* insertRows(feed: number, episodes: readonly NumberedEpisode[]): Work<void> {
  for (let start = 0; start < episodes.length; start += ROWS_AT_ONCE) {
    const batch = episodes
      .slice(start, start + ROWS_AT_ONCE)
      .map(({ id, row }) => ({ id, row, vectors: wordVectors(row) }));
    yield* run(
      INSERT,
      feed,
      batch.map(({ id, row, vectors }) => [id, vectors[0] ?? '', ...episodeValues(row)]),
    );
    yield* insertWords(
      'more_words',
      batch.flatMap(({ id, vectors: [, ...more] }) => more.map((words) => [id, words] as const)),
    );
  }
}

function* insertWords(
  name: WordTable,
  words: readonly (readonly [id: number, words: string])[],
): Work<void> {
  if (words.length === 0) return;
  const items = table('$1', { id: 'integer', words: 'text' });
  yield* run(
    `INSERT INTO ${name} (episode_id, words)
     SELECT item.id, item.words::tsvector FROM ${items} AS item`,
    words,
  );
}
