import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LOOPBACK } from '../instance/ports.ts';
import { accessRoutes } from './access-routes.ts';
import { functionRoutes } from './function-routes.ts';
import { hostingRoutes } from './hosting-routes.ts';
import { monitoringRoutes } from './monitoring-routes.ts';
import { rulesRoutes } from './rules-routes.ts';
import { type Render, siteRoutes } from './site-routes.ts';
import { storageRoutes } from './storage-routes.ts';
import type { Project } from './project.ts';
import { type Json, Raw, Refusal, type Route } from './route.ts';

export interface Call {
  host: string;
  method: string;
  path: string;
  query: URLSearchParams;
  body: Json;
}

export interface Google {
  port: number;
  calls: Call[];
  /** Calls that no route answers; the stand-in must be extended for these. */
  unknown: string[];
  close(): Promise<void>;
}

/** Starts a stand-in for the Google APIs that a deployment uses, with one project in memory. */
export async function startGoogle(project: Project, render: Render): Promise<Google> {
  const calls: Call[] = [];
  const unknown: string[] = [];
  const routes: Route[] = [
    ...accessRoutes(project),
    ...functionRoutes(project),
    ...hostingRoutes(project),
    ...monitoringRoutes(project),
    ...rulesRoutes(project),
    ...storageRoutes(project),
    ...siteRoutes(project, render),
  ];

  async function answer(request: IncomingMessage): Promise<Raw> {
    const rehearsed = request.headers['x-rehearsal-host'];
    const host =
      typeof rehearsed === 'string' ? rehearsed : (request.headers.host ?? '').replace(/:\d+$/, '');
    const url = new URL(request.url ?? '/', 'http://any');
    const path = decodeURIComponent(url.pathname);
    const method = request.method ?? 'GET';
    const raw = await bytesOf(request);
    const call = { host, method, path, query: url.searchParams, body: jsonOf(raw) };
    calls.push(call);
    for (const route of routes) {
      if (route.method !== method || !route.hosts.test(host)) continue;
      const found = route.path.exec(path);
      if (!found) continue;
      try {
        const body = await route.answer({ ...call, raw, parts: found.groups ?? {} });
        return body instanceof Raw ? body : json(200, body ?? {});
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { status, code, message } = error;
        return json(status, { error: { code: status, status: code, message } });
      }
    }
    unknown.push(`${method} ${host}${path}`);
    return json(501, { error: { code: 501, message: 'not known to the stand-in' } });
  }

  const server = createServer((request, response) => {
    answer(request)
      .then(({ status, headers, body }) => {
        response.writeHead(status, { ...headers, 'x-goog-generation': '1' });
        response.end(body);
      })
      .catch((error: unknown) => {
        unknown.push(String(error));
        response.writeHead(500).end('{}');
      });
  });
  await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
  project.port = (server.address() as AddressInfo).port;
  return {
    port: project.port,
    calls,
    unknown,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function json(status: number, body: unknown): Raw {
  return new Raw(status, 'application/json', JSON.stringify(body));
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

function jsonOf(raw: Buffer): Json {
  try {
    return JSON.parse(raw.toString()) as Json;
  } catch {
    return {};
  }
}
