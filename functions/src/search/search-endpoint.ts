import type { Auth } from 'firebase-admin/auth';
import { onRequest } from 'firebase-functions/v2/https';
import * as z from 'zod';
import {
  type EpisodeRequest,
  episodeRequestSchema,
  type SearchRequest,
  searchRequestSchema,
  type ShowRequest,
  showRequestSchema,
  type SpeechRequest,
  speechRequestSchema,
  TREND_CHOICES,
  MAX_BODY_BYTES,
} from '../contract/index.ts';
import { AppError } from '../platform/app-error.ts';
import { config } from '../platform/config.ts';
import { clientGone, requireMethod, respond } from '../platform/http/respond.ts';
import { allowOrigins } from '../platform/http/cors.ts';
import { accounts } from '../platform/firebase-admin.ts';
import { REGION, secretsOf } from '../platform/runtime-options.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import { requireAllowed } from './limits/search-allowance.ts';
import { openSearchService, type SearchService } from './search-service.ts';
import { guardFunction } from '../platform/http/guard-request.ts';

type EndpointRequest = SearchRequest | SpeechRequest | ShowRequest | EpisodeRequest;

let service: SearchService | undefined;

guardFunction('search', { maxBytes: MAX_BODY_BYTES });

/**
 * Serves `POST /api/search`. The bodies are in `search.ts`, `speech.ts`, `show-page.ts` and `episode-page.ts` in
 * `contract/episodes`, the errors in `contract/api-error.ts`.
 */
export const search = onRequest(
  {
    region: REGION,
    memory: '1GiB', // the copy of the catalogue, twice during an update
    timeoutSeconds: 30,
    concurrency: 80,
    maxInstances: 20,
    cors: false,
    secrets: secretsOf('catalogue'),
  },
  async (request, reply) => {
    if (allowOrigins(config().CORS_ORIGINS, request, reply)) return;
    const gone = clientGone(reply);
    await respond('search', reply, async () => {
      requireMethod(request, reply, 'POST');
      service ??= openSearchService();
      const asked = readOrRefuse(request.rawBody, request.header('prefer'));
      const uid = await verifiedUid(request.headers.authorization, accounts());
      const { client, allow } = service.callOf(request, uid);
      const [decision, followed] = await Promise.all([
        allow('keywords' in asked ? asked.keywords : []),
        service.followedBy(uid),
      ]);
      requireAllowed(decision);
      if (asked instanceof AppError) throw asked;
      const { provider } = service;
      try {
        if ('around' in asked) {
          const sentences = await service.speech({ ...asked.around, followed });
          const total = sentences?.length ?? 0;
          return { body: { sentences }, log: { provider, source: 'speech', total } };
        }
        if ('show' in asked) {
          const body = await service.show(asked.show);
          return { body, log: { provider, source: 'show', total: body.total } };
        }
        if ('episode' in asked) {
          const body = await service.episodePage(asked.episode, client);
          return { body, log: { provider, source: 'episode', total: body.total } };
        }
        const found = await service.search(asked, { client, gone, followed });
        const { source, total } = found;
        return { json: found.json(), log: { provider, source, total } };
      } catch (error) {
        if (!gone.aborted) throw error;
        // The client has disconnected, which is no error.
        return { body: null, log: { provider, gone: true } };
      }
    });
  },
);

/** Timeout of verifying a token, ms. Verifying fetches Google's keys a few times a day. */
const DEADLINE_MS = 2_000;

/** Null if the token is missing, invalid or cannot be verified. */
async function verifiedUid(
  header: string | undefined,
  auth: Pick<Auth, 'verifyIdToken'>,
): Promise<string | null> {
  const [, token] = /^Bearer ([\w.-]{1,4096})$/.exec(header ?? '') ?? [];
  if (token === undefined) return null;
  try {
    return (await withTimeout(DEADLINE_MS, () => auth.verifyIdToken(token))).uid;
  } catch {
    return null; // expired or forged, or Google's keys are unavailable
  }
}

/** Returns an error instead of throwing it: malformed requests also count against the rate limit. */
function readOrRefuse(
  rawBody: Uint8Array | undefined,
  prefer: string | undefined,
): EndpointRequest | AppError {
  try {
    return withPreferences(readSearchRequest(rawBody), prefer);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Throws 'payload-too-large', or 'invalid-request' with the reason. */
export function readSearchRequest(rawBody: Uint8Array | undefined): EndpointRequest {
  if (!rawBody || rawBody.length === 0) throw new AppError('invalid-request', 'the body is empty');
  if (rawBody.length > MAX_BODY_BYTES) {
    throw new AppError('payload-too-large', `the body may have ${MAX_BODY_BYTES} bytes at most`);
  }
  const body = readJson(rawBody);
  const parsed = schemaOf(body).safeParse(body);
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  throw new AppError(
    'invalid-request',
    first ? describe(first) : 'the body is not a search request',
  );
}

function schemaOf(body: unknown) {
  if (typeof body !== 'object' || body === null) return searchRequestSchema;
  if ('around' in body) return speechRequestSchema;
  if ('episode' in body) return episodeRequestSchema;
  return 'show' in body ? showRequestSchema : searchRequestSchema;
}

/**
 * Sets `trend`, `limit` and `nameOnly` from a header such as `Prefer: trend=beside, limit=20, name-only=no` (RFC 7240). The
 * body takes precedence; invalid preferences are ignored.
 */
export function withPreferences(asked: EndpointRequest, prefer = ''): EndpointRequest {
  if (!('keywords' in asked)) return asked;
  const preferences = prefer.split(/[,;\s]+/);
  const trend =
    asked.trend ?? TREND_CHOICES.find((choice) => preferences.includes(`trend=${choice}`));
  const limit = asked.limit ?? preferredLimit(preferences);
  const nameOnly = asked.nameOnly ?? (preferences.includes('name-only=no') ? false : undefined);
  return {
    ...asked,
    ...(trend !== undefined && { trend }),
    ...(limit !== undefined && { limit }),
    ...(nameOnly !== undefined && { nameOnly }),
  };
}

function preferredLimit(preferences: readonly string[]): number | undefined {
  const preference = preferences.find((each) => each.startsWith('limit=')) ?? '';
  const [, digits] = /^limit=(\d{1,3})$/.exec(preference) ?? [];
  return searchRequestSchema.shape.limit.safeParse(digits && Number(digits)).data;
}

function readJson(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody));
  } catch (cause) {
    throw new AppError('invalid-request', 'the body is not JSON in UTF-8', { cause });
  }
}

function describe(issue: z.core.$ZodIssue): string {
  const where = issue.path.length > 0 ? issue.path.join('.') : 'body';
  return `${where}: ${issue.message}`;
}
