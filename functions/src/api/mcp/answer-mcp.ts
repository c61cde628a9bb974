import * as z from 'zod';
import { AppError } from '../../platform/app-error.ts';
import { parseJson } from '../../platform/parse-json.ts';
import type { Caller } from '../operations/operation.ts';
import { mcpServer } from './mcp-server.ts';

export interface McpRequest {
  method: string;
  /** With protocol and host. */
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: Uint8Array;
  gone: AbortSignal;
}

/** Batches were removed from the protocol, and would be charged as one. */
const messageSchema = z.looseObject({ method: z.string().optional() });

/** What the protocol itself reads. */
const HEADERS = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

const callerSchema = z.object({ caller: z.custom<Caller>() });

let opened: ReturnType<typeof openHandler> | undefined;

/** One handler for the revisions 2025-11-25 and 2026-07-28; no sessions, and no streams that stay open. */
async function openHandler() {
  const { createMcpHandler, McpServer } = await import('./mcp-library.ts');
  return createMcpHandler(
    ({ authInfo }) => mcpServer(McpServer, callerSchema.parse(authInfo?.extra).caller),
    { keepAliveMs: 0 },
  );
}

/** Streamable HTTP. Throws 'invalid-request' for what is no message. */
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
  if (method !== 'POST') return handler.fetch(new Request(url, { method, headers: passed }));
  const message = messageSchema.safeParse(parseJson(body));
  if (!message.success) throw new AppError('invalid-request', 'send one JSON-RPC message');
  if (message.data.method === 'subscriptions/listen') {
    throw new AppError('invalid-request', 'there is nothing to listen to');
  }
  const request = new Request(url, {
    ...{ method, headers: passed, signal: gone },
    body: Buffer.from(body),
  });
  const authInfo = { token: '', clientId: '', scopes: [...caller.scopes], extra: { caller } };
  return handler.fetch(request, { authInfo, parsedBody: message.data });
}
