import * as z from 'zod';
import type { UntranscribedReason } from '../../contract/index.ts';
import { engine, rows, run, type Work } from '../schema/work.ts';

export interface ExplainedEpisode {
  id: number;
  reason: UntranscribedReason;
  /** Code of the failure, for the operator. */
  code: string | null;
}

const storedReason = z.object({
  episodeId: z.number(),
  reason: z.string(),
  code: z.string().nullable(),
});

/** Stores why these episodes have no transcript, and forgets the reasons of all others. Writes only what changed. */
export function* explainUntranscribed(explained: readonly ExplainedEpisode[]): Work<void> {
  const { among, table } = yield* engine();
  const stored = yield* rows(storedReason, 'SELECT episode_id, reason, code FROM unheard');
  const before = new Map(stored.map(({ episodeId, ...why }) => [episodeId, why]));
  const wanted = new Map(explained.map((each) => [each.id, each]));
  const gone = [...before.keys()].filter((id) => !wanted.has(id));
  const changed = [...wanted.values()].filter(({ id, reason, code }) => {
    const known = before.get(id);
    return known?.reason !== reason || known.code !== code;
  });
  if (gone.length > 0) yield* run(`DELETE FROM unheard WHERE episode_id ${among('$1')}`, gone);
  if (changed.length === 0) return;
  const columns = { episode_id: 'integer', reason: 'text', code: 'text' } as const;
  yield* run(
    `INSERT INTO unheard (episode_id, reason, code)
     SELECT item.* FROM ${table('$1', columns)} AS item
     WHERE episode_id IN (SELECT id FROM episodes)
     ON CONFLICT (episode_id) DO UPDATE SET reason = excluded.reason, code = excluded.code`,
    changed.map(({ id, reason, code }) => [id, reason, code]),
  );
}
