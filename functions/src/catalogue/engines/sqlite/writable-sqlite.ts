import * as z from 'zod';
import type { WritableCatalogue } from '../../catalogue.ts';
import { TRY_OF_WRITER_MS } from '../../answers/search-in-time.ts';
import { recordRefresh } from '../../store/feeds.ts';
import { openSqliteFile } from './open-sqlite-file.ts';
import { sqliteReader } from './sqlite-catalogue.ts';
import {
  type Connection,
  settled,
  totalChanges,
  type SqliteDatabase,
  type SqliteFile,
} from './sqlite-database.ts';
import { DamagedCatalogueError, isDamaged } from './sqlite-errors.ts';
import { writeInSqlite } from './sqlite-store.ts';
import { SEARCH_INDEXES } from './text-indexes.ts';
import { firstEpisodeId } from '../../schema/episode-id.ts';
import { RETENTION_MS } from '../../store/retention.ts';
import { linksOf, regroupLinked } from '../../store/duplicates-store.ts';
import { engine, onlyOne, rows, run, type Work } from '../../schema/work.ts';

/** Index pages that are merged per transaction; other writers wait about 10 ms for each transaction. */
const PAGES_PER_STEP = 500;
/** Max merge steps per index, about 400 MB. A typical refresh takes one or two steps. */
const MAX_STEPS = 200;

/** Makes searches up to a third faster. Runs at the end of a refresh, so that storing a feed stays fast. */
function mergeIndex(database: SqliteDatabase): void {
  const connection = database.connection();
  for (const index of SEARCH_INDEXES) mergePieces(connection, index);
}

function mergePieces(connection: Connection, index: string): void {
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const before = totalChanges(connection);
    connection.exec(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ${PAGES_PER_STEP})`);
    // In FTS5, fewer than two changes mean that the merge is complete.
    if (totalChanges(connection) - before < 2) return;
  }
}

/** Episodes that are deleted per transaction; other writers wait meanwhile. */
const BATCH = 2000;

async function pruneSqlite(database: SqliteDatabase, now: number): Promise<number> {
  const oldestKept = firstEpisodeId(Math.max(0, now - RETENTION_MS));
  for (let removed = 0; ;) {
    const gone = await writeInSqlite(database, () => removeBefore(oldestKept));
    if (gone === 0) return removed;
    removed += gone;
  }
}

function* removeBefore(end: bigint): Work<number> {
  const { among } = yield* engine();
  const select = 'SELECT id FROM episodes WHERE id < $1 ORDER BY id LIMIT $2';
  const found = yield* rows(z.object({ id: z.number() }), select, end, BATCH);
  const oldest = found.map(({ id }) => id);
  const links = yield* linksOf(oldest);
  yield* run(`DELETE FROM episodes WHERE id ${among('$1')}`, oldest);
  yield* regroupLinked(links);
  return oldest.length;
}

const findings = z.array(z.tuple([z.string()]));

/** Detects damage that a refresh with few writes would not notice. Takes about 3 s for 100 000 episodes. */
export function checkIntegrity(connection: Connection): void {
  const [[found] = ['']] = findings.parse(connection.prepare('PRAGMA quick_check(1)').raw().all());
  if (found !== 'ok') throw new DamagedCatalogueError(found);
  // `quick_check` ignores FTS5 indexes.
  for (const index of SEARCH_INDEXES)
    connection.exec(`INSERT INTO ${index} (${index}) VALUES ('integrity-check')`);
}

export function writableSqliteCatalogue(file: SqliteFile): WritableCatalogue {
  return {
    ...sqliteReader(file, TRY_OF_WRITER_MS),
    write: (work) => writeInSqlite(file, work),
    writeOne: (work) => writeInSqlite(file, () => onlyOne(work())),
    prune: (now) => pruneSqlite(file, now),
    async finishRefresh(finishedAtMs) {
      mergeIndex(file);
      await writeInSqlite(file, () => recordRefresh(finishedAtMs));
    },
    check: () => settled(() => checkIntegrity(file.connection())),
    isDamaged,
    startAnew: () => file.startAnew(),
  };
}

export function openWritableSqlite(url: string): WritableCatalogue {
  return writableSqliteCatalogue(openSqliteFile(url));
}
