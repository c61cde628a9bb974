import { DAY_MS } from '../../contract/index.ts';
import { retryAfterMs } from '../../platform/http/retry-after.ts';
import { type FeedFailure, type FeedValidators, refused } from '../feed-model.ts';

/** The head of a host's answer, header names in lower case. */
export interface ResponseHead {
  status: number;
  headers: Record<string, string | string[] | undefined>;
}

/** What is to be done with an answer. */
export type Verdict =
  FeedFailure | { kind: 'unchanged' } | { kind: 'moved'; to: URL } | { kind: 'body' };

/** The longest wait that a host is granted; some ask for decades. */
export const MAX_RETRY_AFTER_MS = 7 * DAY_MS;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Header values that are stored and sent back: printable ASCII of a sane length. */
const KEPT_HEADER = /^[\x20-\x7e]{1,500}$/;

/**
 * Decides from an answer's head what to do next.
 * @param url The address that was asked.
 * @param conditional Whether the request carried validators, so that 304 is a possible answer.
 */
export function judgeResponse(
  { status, headers }: ResponseHead,
  url: URL,
  conditional: boolean,
  now: number,
): Verdict {
  if (REDIRECTS.has(status)) return redirectVerdict(single(headers['location']), url);
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

/**
 * The headers of a conditional request; empty where the validators are missing or cannot be sent.
 */
export function conditionalHeaders({ etag, lastModified }: FeedValidators): Record<string, string> {
  return {
    ...(keptHeader(etag) && { 'if-none-match': etag }),
    ...(keptHeader(lastModified) && { 'if-modified-since': lastModified }),
  };
}

/** The validators of an answer; a value that is not sane counts as missing. */
export function validatorsOf(headers: ResponseHead['headers']): FeedValidators {
  const [etag, lastModified] = [single(headers['etag']), single(headers['last-modified'])];
  return {
    etag: keptHeader(etag) ? etag : null,
    lastModified: keptHeader(lastModified) ? lastModified : null,
  };
}

/** A header's value; null where it is missing or sent more than once. */
export function single(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function keptHeader(value: string | null): value is string {
  return value !== null && KEPT_HEADER.test(value);
}

function redirectVerdict(location: string | null, url: URL): Verdict {
  if (!location || !URL.canParse(location, url.href)) {
    return refused('bad-redirect', 'The host redirects without a valid address.');
  }
  return { kind: 'moved', to: new URL(location, url.href) };
}
