import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { rows, run, type Work } from '../schema/work.ts';

const beginningRow = z.object({
  /** Random name. A recreated catalogue has a new name, and its episodes have new ids. */
  catalogue: z.string(),
  /** When the first feed was stored, epoch ms; 0 for an import, whose episodes keep their times. */
  begunAtMs: z.number(),
});

export type Beginning = z.infer<typeof beginningRow>;

export function* beginning(): Work<Beginning | null> {
  const [found] = yield* rows(beginningRow, 'SELECT catalogue, begun_at_ms FROM beginning');
  return found ?? null;
}

/** Names the catalogue. No effect if it has a name. */
export function begin(atMs: number): Work<void> {
  return run(
    `INSERT INTO beginning (only_row, catalogue, begun_at_ms) VALUES (1, $1, $2)
     ON CONFLICT (only_row) DO NOTHING`,
    randomUUID(),
    atMs,
  );
}
