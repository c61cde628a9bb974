import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { WritableCatalogue } from './catalogue.ts';
import { writableSqliteCatalogue } from './sqlite/sqlite-catalogue.ts';
import { openSqliteFile } from './sqlite/open-sqlite-file.ts';
import { temporaryFolder } from './test-catalogue.ts';

/** An empty catalogue, gone after the test, and what a test does to it behind its back. */
interface TestCatalogue {
  catalogue: WritableCatalogue;
  /** Rejects where the index does not hold what the episodes do. */
  checkIndex: () => Promise<void>;
  /** Has every write fail that stores an episode of this title. */
  refuseTitle: (title: string) => Promise<void>;
  /** Takes all episodes and feeds away. */
  clear: () => Promise<void>;
  /** Leaves a catalogue that cannot be read. */
  breakDown: () => Promise<void>;
}

/** An engine that keeps catalogues. What is true of one must be true of all. */
export interface TestEngine {
  engine: string;
  open: () => Promise<TestCatalogue>;
}

function sqliteEngine(): Promise<TestCatalogue> {
  const database = openSqliteFile(`file:${path.join(temporaryFolder(), 'catalogue.db')}`);
  onTestFinished(() => database.close());
  const run = (sql: string) => Promise.resolve(database.connection().exec(sql)).then(() => {});
  return Promise.resolve({
    catalogue: writableSqliteCatalogue(database),
    checkIndex: () =>
      run("INSERT INTO episodes_fts (episodes_fts, rank) VALUES ('integrity-check', 1)"),
    refuseTitle: (title) =>
      run(`CREATE TRIGGER fails AFTER INSERT ON episodes WHEN new.title = '${title}'
        BEGIN SELECT raise(ABORT, 'refused'); END`),
    clear: () => run('DELETE FROM episodes; DELETE FROM first_seen; DELETE FROM feeds'),
    breakDown: () => run('DROP TABLE episodes; DROP TABLE episodes_fts'),
  });
}

/** Every engine there is here, for `describe.each`. */
export const ENGINES: readonly TestEngine[] = [{ engine: 'SQLite', open: sqliteEngine }];
