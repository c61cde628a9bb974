/** A JSON object; only the properties that the stand-in reads matter. */
export interface Json {
  [name: string]: Json | Json[] | string | number | boolean | null | undefined;
}

/** The value if it is a string, else ''. */
export function textOf(value: Json[string]): string {
  return typeof value === 'string' ? value : '';
}

export interface Asked {
  query: URLSearchParams;
  body: Json;
  raw: Buffer;
  /** Values of the named parts of the route's pattern. */
  parts: Readonly<Record<string, string>>;
}

export interface Route {
  hosts: RegExp;
  method: string;
  path: RegExp;
  answer: (asked: Asked) => unknown;
}

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

/** `host` is a regular expression. In a path, `{name}` matches one segment and `{name*}` several. */
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

export function operation(project: { operations: Map<string, Json> }, result: Json): Json {
  const name = `operations/${project.operations.size + 1}`;
  const done: Json = { name, done: true, ...result };
  project.operations.set(name, done);
  return done;
}
