import {
  COUNTED_DAYS,
  firstCounted,
  MAX_MENTIONS,
  MINUTE_MS,
  TREND_DAYS,
  type TopicCounts,
} from '../contract/index.ts';
import type { WritableCatalogue } from '../catalogue/catalogue.ts';
import { recordTopicCounts, topicsCountedAt } from '../catalogue/store/topic-counts.ts';
import { AppError } from '../platform/app-error.ts';
import { log } from '../platform/log.ts';
import type { Topic } from '../platform/public-pages.ts';

/** Just below an hour, so that every fourth refresh recounts. */
const RECOUNT_AFTER_MS = 55 * MINUTE_MS;
/** No count starts after this time. The remaining topics get no number. */
const COUNT_FOR_MS = 20_000;

interface CountOptions {
  now: number;
  again?: boolean;
  signal?: AbortSignal | undefined;
  countForMs?: number;
}

/** Counts once an hour, so that page views need not count. */
export async function countTopics(
  catalogue: WritableCatalogue,
  topics: readonly Topic[],
  { now, again = false, signal, countForMs = COUNT_FOR_MS }: CountOptions,
): Promise<void> {
  const countedAtMs = await catalogue.read(topicsCountedAt);
  if (!again && countedAtMs !== null && Math.abs(now - countedAtMs) < RECOUNT_AFTER_MS) return;
  const startedAt = performance.now();
  const counts: Record<string, readonly number[]> = {};
  for (const topic of topics) {
    if (signal?.aborted === true || performance.now() - startedAt > countForMs) break;
    const days = await mentionsPerDay(catalogue, topic, now);
    if (days !== null) counts[topic.path] = days;
  }
  await catalogue.write(() => recordTopicCounts(counts, now));
  const tookMs = Math.round(performance.now() - startedAt);
  log('info', 'topics-counted', {
    topics: topics.length,
    counted: Object.keys(counts).length,
    tookMs,
  });
}

async function mentionsPerDay(
  catalogue: WritableCatalogue,
  { keywords }: Topic,
  now: number,
): Promise<TopicCounts[string] | null> {
  const trend = { atMs: now, most: MAX_MENTIONS };
  try {
    const answer = await catalogue.query({ keywords, limit: 0, totalLimit: 0, trend });
    if (answer.trend === undefined) return null;
    const isWhole = firstCounted(answer.trend) <= TREND_DAYS - COUNTED_DAYS;
    return isWhole ? answer.trend.days.slice(-COUNTED_DAYS) : null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'upstream-timeout') return null;
    throw error;
  }
}
