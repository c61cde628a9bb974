/** Of what is sent, only what is looked at is known. */
export interface Json {
  [name: string]: Json | Json[] | string | number | boolean | null | undefined;
}

/** A text among what is sent; empty where it is none. */
export function textOf(value: Json[string]): string {
  return typeof value === 'string' ? value : '';
}

export interface Asked {
  query: URLSearchParams;
  body: Json;
  raw: Buffer;
  /** What the route's pattern names. */
  parts: Readonly<Record<string, string>>;
}

export interface Route {
  hosts: RegExp;
  method: string;
  path: RegExp;
  answer: (asked: Asked) => unknown;
}

/** An answer that is no JSON. */
export class Raw {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string | Buffer;

  constructor(
    status: number,
    contentType: string,
    body: string | Buffer,
    headers: Record<string, string> = {},
  ) {
    this.status = status;
    this.headers = { ...headers, 'content-type': contentType };
    this.body = body;
  }
}

/** An answer that is not 200. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const notFound = (what: string) => new Refusal(404, 'NOT_FOUND', `${what} was not found`);
export const denied = (what: string) =>
  new Refusal(403, 'PERMISSION_DENIED', `Permission denied: ${what}`);

/**
 * Routes of hosts, which are a regular expression. In a pattern `{name}` stands for one part of the path, `{name*}` for several.
 */
export function api(host: string, table: Record<string, (asked: Asked) => unknown>): Route[] {
  const hosts = new RegExp(`^${host}$`);
  return Object.entries(table).map(([line, answer]) => {
    const [method = '', pattern = ''] = line.split(' ');
    const source = pattern
      .replace(/[.()]/g, '\\$&')
      .replace(/\{(\w+)\*\}/g, '(?<$1>.+)')
      .replace(/\{(\w+)\}/g, '(?<$1>[^/:]+)');
    return { hosts, method, path: new RegExp(`^${source}$`), answer };
  });
}

/** An operation that ended the moment it began. */
export function operation(project: { operations: Map<string, Json> }, result: Json): Json {
  const name = `operations/${project.operations.size + 1}`;
  const done: Json = { name, done: true, ...result };
  project.operations.set(name, done);
  return done;
}
