import * as z from 'zod';
import {
  type SearchRequest,
  searchRequestSchema,
  type ShowRequest,
  showRequestSchema,
  type SpeechRequest,
  speechRequestSchema,
  TREND_CHOICES,
} from '../contract/index.ts';
import { AppError } from '../platform/app-error.ts';

/** 20 keywords of 200 characters take at most about 17 kB as JSON. */
export const MAX_BODY_BYTES = 32_768;

/** What `POST /api/search` answers. */
export type AskedOfSearch = SearchRequest | SpeechRequest | ShowRequest;

/** Throws 'payload-too-large', or 'invalid-request' with the reason. */
export function readSearchRequest(rawBody: Uint8Array | undefined): AskedOfSearch {
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
  return 'show' in body ? showRequestSchema : searchRequestSchema;
}

/**
 * Sets `trend` and `limit` from a header such as `Prefer: trend=beside, limit=20` (RFC 7240), unless the body of
 * the search sets them. What the header asks wrongly is ignored.
 */
export function withWishes(asked: AskedOfSearch, wishes = ''): AskedOfSearch {
  if (!('keywords' in asked)) return asked;
  const wished = wishes.split(/[,;\s]+/);
  const trend = asked.trend ?? TREND_CHOICES.find((choice) => wished.includes(`trend=${choice}`));
  const limit = asked.limit ?? wishedLimit(wished);
  return { ...asked, ...(trend !== undefined && { trend }), ...(limit !== undefined && { limit }) };
}

function wishedLimit(wished: readonly string[]): number | undefined {
  const [, digits] =
    /^limit=(\d{1,3})$/.exec(wished.find((wish) => wish.startsWith('limit=')) ?? '') ?? [];
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
