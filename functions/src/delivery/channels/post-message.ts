import { Readable } from 'node:stream';
import { Agent, buildConnector } from 'undici';
import { errorCode } from '../../platform/log.ts';
import { ForbiddenAddressError, guardedConnector } from '../../feeds/fetch/guarded-connector.ts';
import { isServicePort, SERVICE_PORT_SENTENCE } from '../../feeds/fetch/service-ports.ts';
import { userAgent } from '../../platform/version.ts';
import { withTimeout } from '../../platform/with-timeout.ts';

export interface Post {
  url: URL;
  headers?: Record<string, string>;
  /** Bytes, if it is encrypted. */
  body: string | Uint8Array;
}

export type PostAnswer =
  | {
      kind: 'answered';
      status: number;
      headers: Record<string, string | string[] | undefined>;
      /** At most {@link MAX_ANSWER_BYTES}. Untrusted, because the receiver wrote it. */
      text: string;
    }
  /** The message was not sent. */
  | { kind: 'unreachable'; reason: string }
  /** The message may have arrived. */
  | { kind: 'unknown'; reason: string };

/** Covers DNS, connection, request and response. */
const POST_TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 1024;
const BODY_TIMEOUT_MS = 1000;

const HEADERS = {
  'user-agent': userAgent('podcast alerts'),
  'content-type': 'application/json; charset=utf-8',
};

const OPEN_AGENT = new Agent({ connect: buildConnector({}) });
const PUBLIC_AGENT = new Agent({ connect: guardedConnector() });

/** Refuses private addresses unless `allowPrivate`. Follows no redirects. Never rejects. */
export async function postMessage(
  post: Post,
  { allowPrivate, timeoutMs = POST_TIMEOUT_MS }: { allowPrivate: boolean; timeoutMs?: number },
): Promise<PostAnswer> {
  if (isServicePort(post.url.port)) return { kind: 'unreachable', reason: SERVICE_PORT_SENTENCE };
  const progress = { sent: false };
  async function* body() {
    progress.sent = true;
    yield await Promise.resolve(bytes);
  }
  const bytes = typeof post.body === 'string' ? Buffer.from(post.body) : post.body;
  try {
    return await withTimeout<PostAnswer>(
      timeoutMs,
      async (signal) => {
        const agent = allowPrivate ? OPEN_AGENT : PUBLIC_AGENT;
        const answer = await agent.request({
          origin: post.url.origin,
          path: post.url.pathname + post.url.search,
          method: 'POST',
          body: Readable.from(body(), { objectMode: false }),
          signal,
          headers: { ...HEADERS, ...post.headers, 'content-length': String(bytes.length) },
        });
        // Without a listener, an error of the abandoned body would be uncaught.
        answer.body.on('error', () => undefined);
        const text = await readBeginning(answer.body);
        answer.body.destroy();
        return { kind: 'answered', status: answer.statusCode, headers: answer.headers, text };
      },
      {
        late: () =>
          progress.sent
            ? { kind: 'unknown', reason: 'The service did not answer in time.' }
            : { kind: 'unreachable', reason: 'The service did not accept the connection in time.' },
      },
    );
  } catch (error) {
    if (error instanceof ForbiddenAddressError) {
      return { kind: 'unreachable', reason: 'The address is not on the public internet.' };
    }
    // Report only the code, because error messages of undici and Node quote the response.
    const code = errorCode(error) ?? 'unknown reason';
    return progress.sent
      ? { kind: 'unknown', reason: `The connection was lost before an answer came (${code}).` }
      : { kind: 'unreachable', reason: `The service cannot be reached (${code}).` };
  }
}

async function readBeginning(body: AsyncIterable<unknown>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const read = async () => {
    for await (const chunk of body) {
      if (!(chunk instanceof Uint8Array)) continue;
      chunks.push(chunk);
      length += chunk.length;
      if (length >= MAX_ANSWER_BYTES) return;
    }
  };
  await withTimeout(BODY_TIMEOUT_MS, read, { late: () => undefined }).catch(() => undefined);
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString();
}
