import type { ClientSource } from '../platform/clients/client.ts';
import { AppError } from '../platform/app-error.ts';
import { bodyOf } from '../platform/http/read-request-body.ts';
import { clientGone, type Reply, respond } from '../platform/http/respond.ts';
import { config, siteIdentity } from '../platform/config.ts';
import { requireAllowedCaller } from './mcp/allowed-caller.ts';
import { answerMcp } from './mcp/answer-mcp.ts';
import { answerOAuth } from './oauth/answer-oauth.ts';
import { challengeOf, metadataAt, OAUTH_PATHS } from './oauth/oauth-metadata.ts';
import { openCallers } from './open-callers.ts';
import type { Caller } from './operations/operation.ts';
import { openApiDocument } from './rest/openapi.ts';
import { answerRest, REST_PATH, routeOf } from './rest/rest-api.ts';

interface ApiRequest extends ClientSource {
  method: string;
  path: string;
  url: string;
  rawBody?: Buffer;
}

type ApiReply = Reply & Parameters<typeof clientGone>[0];

const MCP_PATH = '/mcp';
/** Some clients append a slash and follow no redirect. */
const MCP_PATHS = [MCP_PATH, `${MCP_PATH}/`];
const DOCUMENT_PATH = `${REST_PATH}/openapi.json`;

let callers: ReturnType<typeof openCallers> | undefined;
let document: Record<string, unknown> | undefined;

/** Unknown paths answer a 404 in JSON, because apps would take a page for metadata. */
const WELL_KNOWN = '/.well-known/';
const OAUTH_PATH = '/api/oauth/';

/** Serves `/api/v1/…`, `/mcp` and how apps connect to it. `contract/api-error.ts` lists the errors. */
export async function serveApi(request: ApiRequest, reply: ApiReply): Promise<void> {
  // Pages of any site may call /api/v1: browsers never attach a key by themselves.
  reply.set('Access-Control-Allow-Origin', '*');
  reply.set('Access-Control-Expose-Headers', EXPOSED.join(', '));
  await serverOf(request.path)(request, reply);
}

function serverOf(path: string) {
  if (MCP_PATHS.includes(path)) return serveMcp;
  return path.startsWith(WELL_KNOWN) || path.startsWith(OAUTH_PATH) ? serveOAuth : serveRest;
}

async function serveOAuth(request: ApiRequest, reply: ApiReply): Promise<void> {
  const { method, path } = request;
  await respond('oauth', reply, async () => {
    if (method === 'OPTIONS') return answerPreflight(request, reply);
    const siteUrl = siteIdentity().url;
    const log = { path };
    if (path.startsWith(WELL_KNOWN)) {
      const body = metadataAt(path, siteUrl);
      if (body === null) throw new AppError('not-found', 'there is nothing here');
      return { body, log };
    }
    if (method !== 'POST') {
      reply.set('Allow', 'POST');
      throw new AppError('method-not-allowed', 'use POST');
    }
    const contentType = [request.headers['content-type']].flat()[0] ?? '';
    const asked = { path, contentType, body: bodyOf(request), siteUrl };
    const takeBack = callersOf().takeGuess(request);
    const answer = await answerOAuth(asked, Date.now());
    if (answer === null) throw new AppError('not-found', 'there is nothing here');
    // Successful exchanges do not count, because one address forwards the calls of many people.
    if (answer.status < 400 && path !== OAUTH_PATHS.revoke) takeBack();
    return { ...answer, log: { ...log, error: answer.body['error'] } };
  });
}

function answerPreflight(request: ApiRequest, reply: ApiReply) {
  reply.set('Access-Control-Allow-Methods', 'GET, POST, PATCH, DELETE');
  reply.set('Access-Control-Allow-Headers', allowedHeaders(request).join(', '));
  reply.set('Access-Control-Max-Age', '3600');
  return { sent: Buffer.alloc(0), status: 204, log: { preflight: true } };
}

/** Allows the MCP headers that the client asks for, because they differ by protocol revision. */
function allowedHeaders({ headers }: ApiRequest): string[] {
  const asked = [headers['access-control-request-headers'] ?? []].flat().join().toLowerCase();
  const ofProtocol = asked
    .split(',')
    .map((name) => name.trim())
    .filter((name) => /^(accept|last-event-id|mcp-[a-z\d-]+)$/.test(name));
  return ['Authorization', 'Content-Type', ...ofProtocol];
}

const EXPOSED = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'WWW-Authenticate',
];
const WINDOW_SECONDS = 60;

async function serveRest(request: ApiRequest, reply: ApiReply): Promise<void> {
  const { path } = request;
  await respond('api', reply, async () => {
    if (request.method === 'OPTIONS') return answerPreflight(request, reply);
    // Node.js omits the body of an answer to HEAD.
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    if (path === DOCUMENT_PATH && method === 'GET') {
      document ??= openApiDocument();
      return { body: document, log: { operation: 'openapi' } };
    }
    if (!path.startsWith(`${REST_PATH}/`)) throw new AppError('not-found', 'there is nothing here');
    const gone = clientGone(reply);
    const caller = await callerOf(request, reply, gone).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'key-invalid') {
        reply.set('WWW-Authenticate', 'Bearer realm="Earshot API"');
      }
      throw error;
    });
    if (caller.kind === 'app') throw new AppError('key-invalid', 'use a key of your account');
    const route = routeOf({ method, path: path.slice(REST_PATH.length) }, (methods) =>
      reply.set('Allow', methods),
    );
    const query = new URL(request.url, 'http://any').searchParams;
    const asked = { method, path, query, body: bodyOf(request) };
    const log = { operation: route.operation.id };
    try {
      const { answer, status } = await answerRest(route, asked, caller);
      return { body: answer, ...(status && { status }), log };
    } catch (error) {
      if (!gone.aborted) throw error;
      return { body: null, log: { ...log, gone: true } };
    }
  });
}

async function serveMcp(request: ApiRequest, reply: ApiReply): Promise<void> {
  const { method, headers } = request;
  await respond('mcp', reply, async () => {
    const siteUrl = siteIdentity().url;
    const { CORS_ORIGINS: origins, FUNCTIONS_EMULATOR: emulated } = config();
    requireAllowedCaller(headers, { siteUrl, origins, emulated });
    if (method === 'OPTIONS') return answerPreflight(request, reply);
    const gone = clientGone(reply);
    const isKeyless = headers['authorization'] === undefined;
    const url = `${siteUrl}${MCP_PATH}`;
    try {
      const caller = await callerOf(request, reply, gone, isKeyless);
      const asked = { method, url, headers, body: bodyOf(request), gone };
      const answer = await answerMcp(asked, caller);
      for (const [name, value] of answer.headers) reply.set(name, value);
      reply.set('Cache-Control', 'no-store');
      return { sent: Buffer.from(await answer.arrayBuffer()), status: answer.status };
    } catch (error) {
      const challenge = error instanceof AppError && challengeFor(error, siteUrl, isKeyless);
      if (challenge) reply.set('WWW-Authenticate', challenge);
      throw error;
    }
  });
}

/** Null for errors that signing in does not mend. */
function challengeFor({ code }: AppError, siteUrl: string, isKeyless: boolean): string | null {
  if (code === 'scope-missing') return challengeOf(siteUrl, 'insufficient_scope');
  if (code !== 'key-invalid') return null;
  return isKeyless ? challengeOf(siteUrl) : challengeOf(siteUrl, 'invalid_token');
}

async function callerOf(
  request: ApiRequest,
  reply: Reply,
  gone: AbortSignal,
  isKeyless = false,
): Promise<Caller> {
  const { owner, visitor } = callersOf();
  return (isKeyless ? visitor : owner)(request, gone, ({ limit, left }) => {
    reply.set('RateLimit-Limit', String(limit));
    reply.set('RateLimit-Remaining', String(left));
    reply.set('RateLimit-Reset', String(WINDOW_SECONDS));
  });
}

function callersOf() {
  callers ??= openCallers();
  return callers;
}
