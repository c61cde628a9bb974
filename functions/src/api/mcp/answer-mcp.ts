import * as z from 'zod';
import { AppError } from '../../platform/app-error.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { type Caller, requireScope } from '../operations/operation.ts';
import { isForApps, mcpServer, toolOf } from './mcp-server.ts';

export interface McpRequest {
  method: string;
  /** Absolute: with protocol and host. */
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: Uint8Array;
  gone: AbortSignal;
}

/** Refuses batches: a batch would be charged as one call, and the protocol no longer has batches. */
const messageSchema = z.looseObject({ method: z.string().optional() });
const toolCallSchema = z.object({
  params: z.object({ name: z.string(), arguments: z.looseObject({}).optional() }),
});

const JSON_TYPE = 'application/json';
const EVENTS_TYPE = 'text/event-stream';

const HEADERS = ['content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

const callerSchema = z.object({ caller: z.custom<Caller>(), isListing: z.boolean() });

let opened: ReturnType<typeof openHandler> | undefined;

/** Supports the MCP revisions 2025-11-25 and 2026-07-28, without sessions or long-lived streams. */
async function openHandler() {
  const { createMcpHandler, McpServer } = await import('./mcp-library.ts');
  return createMcpHandler(
    ({ authInfo }) => {
      const { caller, isListing } = callerSchema.parse(authInfo?.extra);
      return mcpServer(McpServer, caller, isListing);
    },
    { keepAliveMs: 0 },
  );
}

/**
 * Answers requests of MCP's Streamable HTTP, with JSON if the caller accepts it. Throws 'invalid-request' unless the
 * body is one message, 'key-invalid' or 'scope-missing' if signing in would help. An invalid body, or a call without a known tool, costs one unit.
 */
export async function answerMcp(
  { method, url, headers, body, gone }: McpRequest,
  caller: Caller,
): Promise<Response> {
  const handler = await (opened ??= openHandler());
  const passed = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    const isRead = HEADERS.includes(name) || name.startsWith('mcp-param-');
    if (isRead && typeof value === 'string') passed.set(name, value);
  }
  const accept = [headers['accept'] ?? []].flat().join();
  const isJson = takesJson(accept);
  // The library refuses callers that do not accept both types.
  passed.set('accept', isJson ? `${JSON_TYPE}, text/event-stream` : accept);
  if (method !== 'POST') return handler.fetch(new Request(url, { method, headers: passed }));
  const message = messageSchema.safeParse(withoutEmpty(parseJson(body)));
  if (!message.success) {
    await caller.charge([]);
    throw new AppError('invalid-request', 'send one JSON-RPC message');
  }
  const { method: asked } = message.data;
  if (asked === 'subscriptions/listen') {
    throw new AppError('invalid-request', 'there is nothing to listen to');
  }
  if (asked === 'tools/call') {
    const called = toolCallSchema.safeParse(message.data);
    const tool = called.success ? toolOf(called.data.params.name) : undefined;
    if (tool === undefined) await caller.charge([]);
    // Assistants offer to sign in only if the whole request is refused. The owner of a key cannot.
    else if (caller.kind !== 'key' && isForApps(tool)) requireScope(tool, caller);
  }
  const request = new Request(url, {
    method,
    headers: passed,
    signal: gone,
    body: Buffer.from(body),
  });
  const authInfo = {
    token: '',
    clientId: '',
    scopes: [...caller.scopes],
    extra: { caller, isListing: asked === 'tools/list' },
  };
  const answer = await handler.fetch(request, { authInfo, parsedBody: message.data });
  return isJson ? jsonOfEvents(answer) : answer;
}

/** Messages, their `params`, and objects in these such as `_meta`. */
const LEVELS = 3;
const OBJECTS = ['params', 'arguments', '_meta', 'capabilities'];

/**
 * Removes null, which some clients send for an omitted field, and converts PHP's empty list to the object that it
 * means. An id stays null: without an id, a message would be a notification.
 */
function withoutEmpty(value: unknown, levels = LEVELS): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || levels === 0) {
    return value;
  }
  const fields = Object.entries(value).flatMap(([name, field]: [string, unknown]) => {
    if (field === null && name !== 'id') return [];
    const isObject = Array.isArray(field) && field.length === 0 && OBJECTS.includes(name);
    return [[name, isObject ? {} : withoutEmpty(field, levels - 1)] as const];
  });
  return Object.fromEntries(fields);
}

/** True if an `Accept` header permits JSON, by name or with a wildcard; a missing header permits everything. */
function takesJson(accept: string): boolean {
  const types = accept.split(',').map((type) => type.trim().toLowerCase());
  return types.some(
    (type) =>
      (type === '' && types.length === 1) ||
      (/^(application\/json|application\/\*|\*\/\*)(;|$|\s)/.test(type) &&
        !/;\s*q=0(\.0*)?\s*(;|$)/.test(type)),
  );
}

/** Converts an event stream with exactly one message to JSON. Any other response stays unchanged. */
async function jsonOfEvents(answer: Response): Promise<Response> {
  if (answer.headers.get('content-type')?.startsWith(EVENTS_TYPE) !== true) return answer;
  const text = await answer.text();
  const messages = text
    .split(/\n\n/)
    .map((event) =>
      event
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice('data:'.length).trim())
        .join('\n'),
    )
    .filter((data) => data !== '');
  const headers = new Headers(answer.headers);
  const [message] = messages;
  const isOne = messages.length === 1 && message !== undefined;
  if (isOne) headers.set('content-type', JSON_TYPE);
  return new Response(isOne ? message : text, { status: answer.status, headers });
}
