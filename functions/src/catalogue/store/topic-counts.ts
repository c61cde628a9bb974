import * as z from 'zod';
import { DAY_MS, type TopicCounts } from '../../contract/index.ts';
import { rows, run, type Work } from '../schema/work.ts';

/** A refresh counts hourly. Older counts are not shown, because they cover another week. */
const MAX_AGE_MS = DAY_MS;

const countsRow = z.object({ countedAtMs: z.number(), counts: z.string() });
const countsSchema = z.record(z.string(), z.array(z.number()));

/** Returns when the topics were last counted, epoch milliseconds; null before the first count. */
export function* topicsCountedAt(): Work<number | null> {
  const [found] = yield* rows(
    z.object({ countedAtMs: z.number() }),
    'SELECT counted_at_ms FROM topic_counts',
  );
  return found?.countedAtMs ?? null;
}

export function recordTopicCounts(counts: TopicCounts, now: number): Work<void> {
  return run(
    `INSERT INTO topic_counts (only_row, counted_at_ms, counts) VALUES (1, $1, $2)
     ON CONFLICT (only_row) DO UPDATE SET counted_at_ms = excluded.counted_at_ms, counts = excluded.counts`,
    now,
    JSON.stringify(counts),
  );
}

/** Returns no counts if the last count is older than {@link MAX_AGE_MS}. */
export function* topicCounts(now = Date.now()): Work<TopicCounts> {
  const [found] = yield* rows(countsRow, 'SELECT counted_at_ms, counts FROM topic_counts');
  if (found === undefined || Math.abs(now - found.countedAtMs) > MAX_AGE_MS) return {};
  return countsSchema.parse(JSON.parse(found.counts));
}
