import type { Readable } from 'node:stream';
import { DAY_MS } from '../../contract/index.ts';
import { retryAfterMs } from '../../platform/http/service-response.ts';
import { type FeedFailure, type FeedValidators, refused } from '../feed-model.ts';

/** Header names are in lower case. */
export interface ResponseHead {
  status: number;
  headers: Record<string, string | string[] | undefined>;
}

export interface Response extends ResponseHead {
  body: Readable;
  /** Gives up a body that is not needed. */
  drop: () => void;
}

export type Verdict =
  | FeedFailure
  | { kind: 'unchanged' }
  | { kind: 'moved'; to: URL; isPermanent: boolean }
  | { kind: 'body' };

/** A longer Retry-After is cut to this time, because some hosts request decades. */
export const MAX_RETRY_AFTER_MS = 7 * DAY_MS;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const PERMANENT = new Set([301, 308]);

const SENDABLE = /^[\x20-\x7e]{1,500}$/;

export function judgeResponse(
  { status, headers }: ResponseHead,
  url: URL,
  conditional: boolean,
  now: number,
): Verdict {
  if (REDIRECTS.has(status)) return redirectVerdict(status, single(headers['location']), url);
  switch (status) {
    case 200:
      return { kind: 'body' };
    case 304:
      if (conditional) return { kind: 'unchanged' };
      return refused(
        'unexpected-not-modified',
        'The host answered "not modified" to a first request.',
      );
    case 410:
      return refused('gone', 'The host says that the feed has ended (410).');
    case 429:
    case 503: {
      const waitMs = retryAfterMs(headers['retry-after'], now, MAX_RETRY_AFTER_MS);
      const failure = refused('asked-to-wait', `The host asks to wait (${status}).`);
      return waitMs === null ? failure : { ...failure, retryAfterMs: waitMs };
    }
    default:
      return refused('http-status', `The host answered with status ${status}.`);
  }
}

export function conditionalHeaders({ etag, lastModified }: FeedValidators): Record<string, string> {
  return {
    ...(isSendable(etag) && { 'if-none-match': etag }),
    ...(isSendable(lastModified) && { 'if-modified-since': lastModified }),
  };
}

export function validatorsOf(headers: ResponseHead['headers']): FeedValidators {
  const [etag, lastModified] = [single(headers['etag']), single(headers['last-modified'])];
  return {
    etag: isSendable(etag) ? etag : null,
    lastModified: isSendable(lastModified) ? lastModified : null,
  };
}

/** Null if the header is missing or repeated. */
export function single(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function isSendable(value: string | null): value is string {
  return value !== null && SENDABLE.test(value);
}

export function maxAgeOf(headers: ResponseHead['headers']): number | null {
  const declared = /(?:^|[,\s])max-age=(\d{1,9})(?:$|[,\s])/i.exec(
    single(headers['cache-control']) ?? '',
  );
  return declared === null ? null : Number(declared[1]) * 1000;
}

/** undici decodes headers as Latin-1, but most hosts with non-ASCII headers send UTF-8. */
function decodeUtf8(header: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'));
  } catch {
    return header;
  }
}

function redirectVerdict(status: number, header: string | null, url: URL): Verdict {
  const location = header && decodeUtf8(header);
  if (!location || !URL.canParse(location, url.href)) {
    return refused('bad-redirect', 'The host redirects without a valid address.');
  }
  return { kind: 'moved', to: new URL(location, url.href), isPermanent: PERMANENT.has(status) };
}
