import { Agent, buildConnector, type Dispatcher } from 'undici';
import { errorCode } from '../../platform/log.ts';
import { readResponseBody } from '../../platform/http/read-response-body.ts';
import { userAgent } from '../../platform/version.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import {
  type FeedFailure,
  type FeedFetch,
  type FetchHints,
  type FeedValidators,
  refused,
} from '../feed-model.ts';
import {
  conditionalHeaders,
  judgeResponse,
  maxAgeOf,
  single,
  validatorsOf,
} from './feed-response.ts';
import { ACCEPTED_ENCODINGS, unpackBody } from './feed-unpacking.ts';
import { ForbiddenAddressError, guardedConnector } from './guarded-connector.ts';
import { isServicePort, SERVICE_PORT_SENTENCE } from './service-ports.ts';

/** The timeout covers DNS, all redirects and the body. */
const FETCH_TIMEOUT_MS = 10_000;
/** The limit applies both before and after decompression. */
export const MAX_FEED_BYTES = 8_000_000;
export const MAX_REDIRECTS = 5;

const ACCEPT_FEED =
  'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1';
const HEADERS = {
  'user-agent': userAgent('podcast episode search'),
  'accept-encoding': ACCEPTED_ENCODINGS,
};

export interface FetchOptions {
  /** Called for the first URL and each redirect. Returns true if the URL may have a private address. */
  allowPrivate: (url: URL) => boolean;
  timeoutMs?: number;
  maxBytes?: number;
  accept?: string;
  signal?: AbortSignal;
}

interface Packed extends FetchHints {
  kind: 'packed';
  bytes: Buffer;
  contentEncoding: string;
  contentType: string | null;
  validators: FeedValidators;
}

type Answer = Packed | Exclude<FeedFetch, { kind: 'fetched' }>;

type Limits = Required<Pick<FetchOptions, 'maxBytes' | 'accept' | 'signal'>>;

/** Returns network failures instead of throwing them. Their messages contain no text of the response. */
export async function fetchFeed(
  url: string,
  validators: FeedValidators,
  options: FetchOptions,
): Promise<FeedFetch> {
  const { allowPrivate, timeoutMs = FETCH_TIMEOUT_MS, signal } = options;
  const { maxBytes = MAX_FEED_BYTES, accept = ACCEPT_FEED } = options;
  if (!URL.canParse(url)) return refused('unreachable', 'Invalid URL.');
  const answer = await withTimeout<Answer>(
    timeoutMs,
    (deadline) =>
      follow(new URL(url), validators, allowPrivate, { maxBytes, accept, signal: deadline }),
    { parent: signal, late: () => refused('timed-out', 'The host took too long.') },
  );
  if (answer.kind !== 'packed') return answer;
  const { contentEncoding, bytes: packed, ...head } = answer;
  const bytes = await unpackBody(packed, contentEncoding, maxBytes);
  return 'kind' in bytes ? bytes : { ...head, kind: 'fetched', bytes };
}

async function follow(
  url: URL,
  validators: FeedValidators,
  allowPrivate: FetchOptions['allowPrivate'],
  limits: Limits,
): Promise<Answer> {
  let hop = url;
  let isPermanent = true;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    if (hop.protocol !== 'http:' && hop.protocol !== 'https:') {
      const code = redirects === 0 ? 'forbidden-address' : 'bad-redirect';
      return refused(code, 'The address is neither http nor https.');
    }
    if (isServicePort(hop.port)) return refused('forbidden-port', SERVICE_PORT_SENTENCE);
    const agent = agentFor(hop, allowPrivate);
    const answer = await visit(agent, hop, validators, limits);
    if (answer.kind !== 'moved') {
      if (redirects === 0 || answer.kind === 'refused') return answer;
      return { ...answer, finalUrl: hop.href, ...(isPermanent && { movedTo: hop.href }) };
    }
    hop = answer.to;
    isPermanent &&= answer.isPermanent;
  }
  return refused('too-many-redirects', `The host redirects more than ${MAX_REDIRECTS} times.`);
}

/** Agents keep connections open for a few seconds, because feeds of a host are fetched in succession. */
const OPEN_AGENT = new Agent({ connect: buildConnector({}) });
const PUBLIC_AGENT = new Agent({ connect: guardedConnector() });

export function agentFor(hop: URL, allowPrivate: FetchOptions['allowPrivate']): Agent {
  return allowPrivate(hop) ? OPEN_AGENT : PUBLIC_AGENT;
}

/** A body that is not needed is read up to this size, to reuse the connection. A longer body closes it. */
const MAX_DRAINED_BYTES = 16_384;

async function visit(
  agent: Agent,
  url: URL,
  validators: FeedValidators,
  limits: Limits,
): Promise<Answer | { kind: 'moved'; to: URL; isPermanent: boolean }> {
  const conditions = conditionalHeaders(validators);
  const response = await request(
    agent,
    url,
    { ...conditions, accept: limits.accept },
    limits.signal,
  );
  if ('kind' in response) return response;
  const { statusCode: status, headers, body } = response;
  // Without a listener, an error of a body that nobody reads would be uncaught.
  body.on('error', () => undefined);
  const verdict = judgeResponse(
    { status, headers },
    url,
    Object.keys(conditions).length > 0,
    Date.now(),
  );
  const maxAgeMs = maxAgeOf(headers);
  const hints = maxAgeMs === null ? {} : { maxAgeMs };
  if (verdict.kind !== 'body') {
    void body.dump({ limit: MAX_DRAINED_BYTES, signal: limits.signal }).catch(() => undefined);
    return verdict.kind === 'unchanged' ? { ...verdict, ...hints } : verdict;
  }

  const bytes = await collect(body, Number(single(headers['content-length'])), limits.maxBytes);
  if ('kind' in bytes) {
    body.destroy();
    return bytes;
  }
  return {
    ...hints,
    kind: 'packed',
    bytes,
    contentEncoding: [headers['content-encoding'] ?? ''].flat().join(', '),
    contentType: single(headers['content-type']),
    validators: validatorsOf(headers),
  };
}

/** Codes of OpenSSL and Node.js for untrusted certificates. Often an intermediate certificate is missing. */
const BAD_CERTIFICATE =
  /CERT|^UNABLE_TO_(?:GET|VERIFY|DECODE|DECRYPT)|^CRL_|^(?:INVALID_(?:CA|PURPOSE)|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH)$/;

export async function request(
  agent: Agent,
  url: URL,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData | FeedFailure> {
  try {
    return await agent.request({
      origin: url.origin,
      method: 'GET',
      path: url.pathname + url.search,
      headers: { ...HEADERS, ...headers },
      signal,
    });
  } catch (error) {
    if (error instanceof ForbiddenAddressError) {
      return refused('forbidden-address', 'The address is not on the public internet.');
    }
    // Reports only the code, because messages of undici and Node.js quote the response.
    const code = errorCode(error) ?? 'unknown reason';
    if (BAD_CERTIFICATE.test(code)) {
      return refused('bad-certificate', `The host’s certificate is wrong (${code}).`);
    }
    return refused('unreachable', `The host cannot be reached (${code}).`);
  }
}

async function collect(
  body: AsyncIterable<unknown>,
  contentLength: number,
  maxBytes: number,
): Promise<Buffer | FeedFailure> {
  const tooLarge = refused('too-large', `The answer is larger than ${maxBytes} bytes.`);
  if (contentLength > maxBytes) return tooLarge;
  try {
    return (await readResponseBody(body, maxBytes)) ?? tooLarge;
  } catch {
    return refused('cut-short', 'The answer ended too early.');
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
