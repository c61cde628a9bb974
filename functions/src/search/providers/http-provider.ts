import * as z from 'zod';
import {
  type Episode,
  MAX_EPISODES,
  MAX_TOTAL,
  readEpisode,
  type SearchResponse,
} from '../../contract/index.ts';
import { AppError } from '../../platform/app-error.ts';
import { itemId } from '../../platform/item-id.ts';
import { fetchJson } from './fetch-json.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import type { SearchProvider } from './search-provider.ts';

const answerSchema = z.union([
  z.array(z.unknown()).transform((episodes) => ({ episodes, total: undefined })),
  z.object({
    episodes: z.array(z.unknown()),
    total: z.int().nonnegative().optional().catch(undefined),
  }),
]);

const namedSchema = z.looseObject({
  id: z
    .union([z.string().min(1), z.number()])
    .optional()
    .catch(undefined),
});

/**
 * Forwards searches to the operator's `{backendUrl}/search`, which returns an array of episodes or an object
 * with `episodes`. Episodes without a date come last. Throws 'upstream-failed' if no episode is usable.
 */
export function httpProvider(backendUrl: string): SearchProvider {
  const breaker = createCircuitBreaker();
  return {
    name: 'http',
    cacheable: false,
    atOnce: null,
    search: ({ keywords, language, startDate, spoken, skip }, signal) =>
      breaker.run(async () => {
        const name = 'The search backend';
        const url = `${backendUrl}/search`;
        // No `sort` or `strength`: the operator's backend may not support them.
        const request = { keywords, language, startDate, spoken };
        return readAnswer(await fetchJson({ name, url, body: request, signal }), skip);
      }),
  };
}

/**
 * Reads at most {@link MAX_EPISODES} episodes from `skip` on, whatever the request's `limit`. The backend sends all
 * its episodes each time, so `skip` reaches each of them. If they fit into one response, `total` may be the backend's
 * larger number; the response then has no `paged`, because pages can only show the episodes that were sent.
 */
function readAnswer(json: unknown, skip = 0): SearchResponse {
  const answer = answerSchema.safeParse(json);
  if (!answer.success) {
    throw new AppError('upstream-failed', 'The search backend answered in an unexpected format', {
      cause: answer.error,
    });
  }
  const { episodes: sent, total } = answer.data;
  const read = sent.map((each) => readEpisode(withItemId(each))).filter((each) => each !== null);
  if (read.length === 0 && sent.length > 0) {
    throw new AppError(
      'upstream-failed',
      'The search backend sent episodes in an unexpected format',
    );
  }
  const episodes = read
    .sort((left, right) => order(right) - order(left))
    .slice(skip, skip + MAX_EPISODES);
  const isAll = read.length > MAX_EPISODES || (total ?? 0) <= read.length;
  const matches = isAll ? read.length : Math.max(total ?? 0, read.length);
  return { episodes, total: Math.min(MAX_TOTAL, matches), ...(isAll && { paged: true as const }) };
}

/** Derives the item's id from the backend's id. Drops an empty id or one of another type. */
function withItemId(sent: unknown): unknown {
  const named = namedSchema.safeParse(sent);
  if (!named.success) return sent;
  const { id, ...episode } = named.data;
  return id === undefined ? episode : { ...episode, id: itemId(`backend ${id}`) };
}

function order({ pub_date_ms: publishedAtMs }: Episode): number {
  return publishedAtMs ?? Number.MIN_SAFE_INTEGER;
}
