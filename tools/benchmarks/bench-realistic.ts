import { readFileSync } from 'node:fs';
import path from 'node:path';
import { MAX_TOTAL, RESULTS_ASKED, SEARCH_SORTS } from '../../functions/src/contract/index.ts';
import { tokensOf } from '../../functions/src/query/tokenize.ts';
import { answerQuery } from '../../functions/src/search/answer-query.ts';
import type { Measured } from './bench-worst.ts';

/** What people type: phrases of everyday words, titles, names, questions, lists and every sign. */
export const REALISTIC_QUERIES: readonly string[] = readFileSync(
  path.join(import.meta.dirname, 'realistic-queries.txt'),
  'utf8',
)
  .trim()
  .split('\n');

/** The words of the queries, the most frequent first, to generate texts in which they are frequent. */
export function realisticWords(): string[] {
  const counts = new Map<string, number>();
  for (const word of REALISTIC_QUERIES.flatMap(tokensOf)) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([word]) => word);
}

export interface RealisticOutcome {
  asked: number;
  refused: string[];
  /** Number of queries for which only the newest days were searched. */
  narrowed: number;
  slowestMs: number;
}

/** Runs all queries in each order of results. */
export async function measureRealistic({ catalogue, nowMs }: Measured): Promise<RealisticOutcome> {
  const outcome: RealisticOutcome = { asked: 0, refused: [], narrowed: 0, slowestMs: 0 };
  for (const sort of SEARCH_SORTS) {
    for (const typed of REALISTIC_QUERIES) {
      const keywords = typed.split(',').map((keyword) => keyword.trim());
      const before = nowMs();
      const query = { keywords, sort, limit: RESULTS_ASKED, totalLimit: MAX_TOTAL };
      const answer = await answerQuery(catalogue, query).catch(() => null);
      outcome.asked += 1;
      if (answer === null) outcome.refused.push(typed);
      if (answer?.searchedSince !== undefined) outcome.narrowed += 1;
      outcome.slowestMs = Math.max(outcome.slowestMs, nowMs() - before);
    }
  }
  return outcome;
}
