import { withTimeout } from '../../platform/with-timeout.ts';
import {
  type FeedFailure,
  type FeedFetch,
  type FetchHints,
  type FeedValidators,
  refused,
} from '../feed-model.ts';
import { collectBody, type CollectedBody, type SizeLimits } from './collect-body.ts';
import {
  conditionalHeaders,
  judgeResponse,
  maxAgeOf,
  single,
  validatorsOf,
  type Response,
} from './feed-response.ts';
import { ACCEPTED_ENCODINGS, unpackBody } from './feed-unpacking.ts';
import { followRedirects, type Moved } from './follow-redirects.ts';
import { namedHub } from '../read/named-hub.ts';
import { readLinkHeader } from './link-header.ts';
import { brokenRule } from './request-hop.ts';

/** The timeout covers DNS, all redirects and the body. */
const FETCH_TIMEOUT_MS = 10_000;
/** The limit applies both before and after decompression. Of a longer feed, beginning and end are read. */
export const MAX_FEED_BYTES = 8_000_000;
export const MAX_TOTAL_BYTES = 64_000_000;
/** Part of the timeout after which a feed that is too large is cut to its beginning. */
const READING_SHARE = 0.8;

const ACCEPT_FEED =
  'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1';

export interface FetchOptions {
  /** Called for the first URL and each redirect. Returns true if the URL may have a private address. */
  allowPrivate: (url: URL) => boolean;
  timeoutMs?: number;
  /** A longer body is refused. By default, a longer feed is cut, unless it exceeds {@link MAX_TOTAL_BYTES}. */
  maxBytes?: number;
  /** Reads only the beginning of a feed that is longer than {@link MAX_FEED_BYTES}. */
  onlyBeginning?: boolean;
  accept?: string;
  signal?: AbortSignal;
}

interface Packed extends FetchHints {
  kind: 'packed';
  body: CollectedBody;
  contentEncoding: string;
  contentType: string | null;
  validators: FeedValidators;
}

type Answer = Packed | Exclude<FeedFetch, { kind: 'fetched' }>;

interface Request {
  url: string;
  validators: FeedValidators;
  allowPrivate: FetchOptions['allowPrivate'];
  accept: string;
  limits: SizeLimits;
  signal: AbortSignal;
}

/** Returns network failures instead of throwing them. Their messages contain no text of the response. */
export async function fetchFeed(
  url: string,
  validators: FeedValidators,
  options: FetchOptions,
): Promise<FeedFetch> {
  const { allowPrivate, timeoutMs = FETCH_TIMEOUT_MS, signal: parent } = options;
  const { maxBytes = MAX_FEED_BYTES, onlyBeginning = false, accept = ACCEPT_FEED } = options;
  const maxTotalBytes = options.maxBytes ?? MAX_TOTAL_BYTES;
  const size = { maxBytes, maxTotalBytes, onlyBeginning };
  if (!URL.canParse(url)) return refused('unreachable', 'Invalid URL.');
  const limits = { ...size, stopAtMs: Date.now() + READING_SHARE * timeoutMs };
  const answer = await withTimeout<Answer>(
    timeoutMs,
    (signal) => follow({ url, validators, allowPrivate, accept, limits, signal }),
    { parent, late: () => refused('timed-out', 'The host took too long.') },
  );
  if (answer.kind !== 'packed') return answer;
  const { contentEncoding, body: packed, ...head } = answer;
  const body = await unpackBody(packed, contentEncoding, size);
  return 'kind' in body ? body : { ...head, ...body, kind: 'fetched' };
}

async function follow(request: Request): Promise<Answer> {
  const { url, allowPrivate, validators, accept, signal } = request;
  const conditions = conditionalHeaders(validators);
  const headers = { 'accept-encoding': ACCEPTED_ENCODINGS, ...conditions, accept };
  const isConditional = Object.keys(conditions).length > 0;
  const { answer, redirects, finalUrl, isPermanent } = await followRedirects<Answer>(
    url,
    allowPrivate,
    async (hop, ask) => {
      const response = await ask(headers, signal);
      if ('kind' in response) return response;
      return readAnswer(response, hop, isConditional, request.limits);
    },
  );
  if (redirects === 0 || answer.kind === 'refused') return answer;
  // A host can redirect to the same address, to set a cookie.
  const isMoved = isPermanent && finalUrl !== new URL(url).href;
  return { ...answer, finalUrl, ...(isMoved && { movedTo: finalUrl }) };
}

async function readAnswer(
  response: Response,
  url: URL,
  isConditional: boolean,
  limits: SizeLimits,
): Promise<Answer | Moved> {
  const { headers, body: stream } = response;
  const verdict = judgeResponse(response, url, isConditional, Date.now());
  const maxAgeMs = maxAgeOf(headers);
  const hints = maxAgeMs === null ? {} : { maxAgeMs };
  if (verdict.kind !== 'body') {
    response.drop();
    return verdict.kind === 'unchanged' ? { ...verdict, ...hints } : verdict;
  }

  const body = await collect(stream, Number(single(headers['content-length'])), limits);
  if ('kind' in body) {
    stream.destroy();
    return body;
  }
  const hub = namedHub(readLinkHeader(headers['link']));
  return {
    ...hints,
    ...(hub !== null && { hub }),
    kind: 'packed',
    body,
    contentEncoding: [headers['content-encoding'] ?? ''].flat().join(', '),
    contentType: single(headers['content-type']),
    validators: validatorsOf(headers),
  };
}

async function collect(
  stream: AsyncIterable<unknown>,
  contentLength: number,
  limits: SizeLimits,
): Promise<CollectedBody | FeedFailure> {
  const tooLarge = refused('too-large', `The answer is larger than ${limits.maxBytes} bytes.`);
  if (contentLength > limits.maxTotalBytes) return tooLarge;
  try {
    return (await collectBody(stream, limits)) ?? tooLarge;
  } catch (error) {
    return brokenRule(error) ?? refused('cut-short', 'The answer ended too early.');
  }
}

/** An hour of speech as JSON with a segment per word takes about 1 MB. */
const TRANSCRIPT = {
  accept: 'text/vtt, application/x-subrip, application/json;q=0.9, text/html;q=0.8, */*;q=0.5',
  maxBytes: 8_000_000,
};

/** A file of 200 chapters with images and links takes about 100 kB. */
const CHAPTERS = {
  accept: 'application/json+chapters, application/json;q=0.9, */*;q=0.5',
  maxBytes: 1_000_000,
};

type FetchFile = (
  url: string,
  validators: FeedValidators,
  options: Pick<FetchOptions, 'allowPrivate' | 'signal'>,
) => Promise<FeedFetch>;

export const fetchTranscript: FetchFile = (url, validators, options) =>
  fetchFeed(url, validators, { ...options, ...TRANSCRIPT });

export const fetchChapters: FetchFile = (url, validators, options) =>
  fetchFeed(url, validators, { ...options, ...CHAPTERS });
