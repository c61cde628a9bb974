import { setTimeout as pause } from 'node:timers/promises';
import { type SearchResponse, searchResponseSchema } from '../../functions/src/contract/index.ts';
import { asNewClient } from '../support/client.ts';
import { siteUrl } from '../support/stack.ts';

export interface Found {
  status: number;
  tookMs: number;
  retryAfter: string | null;
  response: SearchResponse | null;
}

/** Unique for each run, because responses are cached for a minute. */
const LABEL = Date.now();
let asked = 0;

/** Searches with a unique request, which no cache can answer. By default, each search is from a new client. */
export function search(
  keyword: string,
  headers = asNewClient(),
  address = `${siteUrl()}/api/search`,
): Promise<Found> {
  asked += 1;
  return searchFor([keyword, `nobody says ${LABEL} ${asked}`], headers, address);
}

export async function searchFor(
  keywords: string[],
  headers: Record<string, string>,
  address: string,
  signal: AbortSignal | null = null,
): Promise<Found> {
  const startedAt = performance.now();
  const answer = await fetch(address, {
    method: 'POST',
    signal,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ keywords, language: 'English' }),
  });
  const body: unknown = await answer.json();
  return {
    status: answer.status,
    tookMs: performance.now() - startedAt,
    retryAfter: answer.headers.get('retry-after'),
    response: answer.ok ? searchResponseSchema.parse(body) : null,
  };
}

export async function countOf(keyword: string): Promise<number> {
  const { status, response } = await search(keyword);
  if (response === null) throw new Error(`The search failed with status ${status}.`);
  return response.total;
}

export function searchSteadily(keyword: string, address?: string): { stop(): Promise<Found[]> } {
  const found: Found[] = [];
  const stopped = new AbortController();
  async function searchOn(): Promise<void> {
    while (!stopped.signal.aborted) {
      found.push(await search(keyword, asNewClient(), address));
      await pause(100);
    }
  }
  const ended = searchOn();
  return {
    async stop() {
      stopped.abort();
      await ended;
      return found;
    },
  };
}

/** Counts HTTP statuses, such as "200 ×14, 500 ×3". */
export function tally(found: readonly Found[]): string {
  const counts = new Map<number, number>();
  for (const { status } of found) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${status} ×${count}`).join(', ');
}

export function percentile(found: readonly Found[], percent: number): number {
  const times = found.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  return times[Math.min(times.length - 1, Math.floor((times.length * percent) / 100))] ?? 0;
}
