import * as z from 'zod';
import { firstEpisodeId } from '../../episode-id.ts';
import { RETENTION_MS } from '../../retention.ts';
import { linksOf, regroupLinked } from '../../store/duplicates.ts';
import type { WorkRunner } from '../../store/store-engine.ts';
import { rows, run, type Work } from '../../store/work.ts';
import { SQLITE_STORE } from './sqlite-store.ts';

/** Episodes removed in one transaction, so that another process never waits long for its turn. */
const BATCH = 2000;

const ids = z.array(z.tuple([z.number()]));

/** As {@link WritableCatalogue.prune}. */
export async function pruneSqlite(runner: WorkRunner, now: number): Promise<number> {
  const oldestKept = firstEpisodeId(Math.max(0, now - RETENTION_MS));
  for (let removed = 0; ;) {
    const gone = await runner.transaction(() => removeBefore(oldestKept));
    if (gone === 0) return removed;
    removed += gone;
  }
}

function* removeBefore(end: bigint): Work<number> {
  const select = 'SELECT id FROM episodes WHERE id < $1 ORDER BY id LIMIT $2';
  const oldest = ids.parse(yield* rows(select, end, BATCH)).flat();
  const links = yield* linksOf(SQLITE_STORE, oldest);
  yield* run(`DELETE FROM episodes WHERE id ${SQLITE_STORE.among('$1')}`, oldest);
  yield* regroupLinked(SQLITE_STORE, links);
  return oldest.length;
}
