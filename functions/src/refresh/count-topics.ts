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
import { readPublicPages } from '../platform/public-pages.ts';

/** Counts are as old as this before they are made anew: the refresh after three others. */
const COUNTED_AGAIN_MS = 55 * MINUTE_MS;
/** No count begins after this time, milliseconds. What is not counted then has no number. */
const MOST_MS = 20_000;

/** A person or company with a page. */
export interface Topic {
  /** Path of its page. */
  path: string;
  keywords: readonly string[];
}

interface CountOptions {
  now: number;
  /** Counts whatever the age of the last counts. */
  again?: boolean;
  signal?: AbortSignal | undefined;
  mostMs?: number;
}

/** Counts the mentions of all topics once an hour, as a search's trend does, so that no visit counts them. */
export async function countTopics(
  catalogue: WritableCatalogue,
  topics: readonly Topic[],
  { now, again = false, signal, mostMs = MOST_MS }: CountOptions,
): Promise<void> {
  const countedAtMs = await catalogue.read(topicsCountedAt);
  if (!again && countedAtMs !== null && Math.abs(now - countedAtMs) < COUNTED_AGAIN_MS) return;
  const startedAt = performance.now();
  const counts: Record<string, readonly number[]> = {};
  for (const topic of topics) {
    if (signal?.aborted === true || performance.now() - startedAt > mostMs) break;
    const days = await daysOf(catalogue, topic, now);
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

/** Mentions a day; null if not every day could be counted. */
async function daysOf(
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

/** The site's people and companies. */
export function countedTopics(): Topic[] {
  return readPublicPages().flatMap(({ path, keywords, counted }) =>
    counted && keywords !== undefined ? [{ path, keywords }] : [],
  );
}
