import { Agent, buildConnector } from 'undici';
import { errorCode } from '../../platform/log.ts';
import { userAgent } from '../../platform/version.ts';
import { type FeedFailure, refused } from '../feed-model.ts';
import type { Response } from './feed-response.ts';
import { ForbiddenAddressError, guardedConnector } from './guarded-connector.ts';
import { requestMended } from './request-mended.ts';

/** Browsers accept heads of 256 kB. */
const MAX_HEAD_BYTES = 256_000;

export type Ask = (
  url: URL,
  headers: Record<string, string>,
  signal: AbortSignal,
) => Promise<Response | FeedFailure>;

/** Agents keep connections open for a few seconds, because feeds of a host are fetched in succession. */
const OPEN = withAgent(buildConnector({}));
const PUBLIC = withAgent(guardedConnector());

/** A body that is not needed is read up to this size, to reuse the connection. A longer body closes it. */
const MAX_DRAINED_BYTES = 16_384;

function withAgent(connect: buildConnector.connector) {
  return { connect, agent: new Agent({ connect, maxHeaderSize: MAX_HEAD_BYTES }) };
}

/**
 * Two ways to ask: as HTTP demands, and for an answer that breaks its rules. Both check the address of every
 * connection.
 */
export function waysToAsk(mayBePrivate: boolean): [strictly: Ask, leniently: Ask] {
  const { agent, connect } = mayBePrivate ? OPEN : PUBLIC;
  return [
    (url, headers, signal) => settled(requestStrictly(agent, url, withName(headers), signal)),
    (url, headers, signal) =>
      settled(
        requestMended(connect, url, withName(headers), { maxHeadBytes: MAX_HEAD_BYTES, signal }),
      ),
  ];
}

function withName(headers: Record<string, string>): Record<string, string> {
  return { 'user-agent': userAgent('podcast episode search'), ...headers };
}

async function requestStrictly(
  agent: Agent,
  url: URL,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> {
  const { origin, pathname, search } = url;
  const path = pathname + search;
  const { statusCode, body, ...head } = await agent.request({
    origin,
    path,
    headers,
    signal,
    method: 'GET',
  });
  const drop = () => void body.dump({ limit: MAX_DRAINED_BYTES, signal }).catch(() => undefined);
  return { status: statusCode, headers: head.headers, body, drop };
}

/** Codes of OpenSSL and Node.js for untrusted certificates. Often an intermediate certificate is missing. */
const BAD_CERTIFICATE =
  /CERT|^UNABLE_TO_(?:GET|VERIFY|DECODE|DECRYPT)|^CRL_|^(?:INVALID_(?:CA|PURPOSE)|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH)$/;

async function settled(asking: Promise<Response>): Promise<Response | FeedFailure> {
  try {
    const response = await asking;
    // Without a listener, an error of a body that nobody reads would be uncaught.
    response.body.on('error', () => undefined);
    return response;
  } catch (error) {
    if (error instanceof ForbiddenAddressError) {
      return refused('forbidden-address', 'The address is not on the public internet.');
    }
    const broken = brokenRule(error);
    if (broken !== null) return broken;
    // Reports only the code, because messages of undici and Node.js quote the response.
    const code = errorCode(error) ?? 'unknown reason';
    if (BAD_CERTIFICATE.test(code)) {
      return refused('bad-certificate', `The host’s certificate is wrong (${code}).`);
    }
    return refused('unreachable', `The host cannot be reached (${code}).`);
  }
}

const BROKEN_RULES = new Set(['UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH']);

/** Null for an error that is not about the rules of HTTP. */
export function brokenRule(error: unknown): FeedFailure | null {
  const code = errorCode(error);
  const isBroken =
    (error instanceof Error && error.name === 'HTTPParserError') ||
    (code !== null && (code.startsWith('HPE_') || BROKEN_RULES.has(code)));
  if (!isBroken) return null;
  return refused('bad-http', `The answer breaks the rules of HTTP (${code ?? 'HPE_UNKNOWN'}).`);
}
