import { gunzipSync } from 'node:zlib';
import { api, type Asked, denied, type Json, notFound, Raw, type Route, textOf } from './route.ts';
import type { Project } from './project.ts';

/** Renders a page as the function `pages` does; null if the path is not a page. */
export type Render = (path: string) => Promise<string | null>;

/** Fixed responses of the functions other than `pages`: these need a catalogue, and other tests cover them. */
const FUNCTION_ANSWERS: Record<string, () => unknown> = {
  search: () => new Raw(200, 'application/json', '{"episodes":[],"total":0}'),
  health: () => new Raw(200, 'application/json', '{"status":"empty","episodes":0}'),
  api: () => new Raw(401, 'application/json', '{"error":{"code":"key-invalid","message":""}}'),
  feeds: () => new Raw(404, 'text/plain', 'There is no such feed.'),
  unsubscribe: () => new Raw(400, 'text/html', '<h1>This link does not work</h1>'),
};

/** The deployed site: files and rewrites of the live version, and functions and data that refuse strangers. */
export function siteRoutes(project: Project, render: Render): Route[] {
  async function page({ parts: { path = '' } }: Asked): Promise<unknown> {
    const version = project.channels.get('live')?.[0]?.version;
    if (version === undefined) throw notFound('the site');
    // Hosting itself serves the pages that signing in with Google needs.
    if (path.startsWith('/__/auth/')) return new Raw(200, 'text/html', '');
    const files = project.files.get(version.name.split('/').pop() ?? '') ?? {};
    const headers = safetyHeaders(version.config, path);
    const file = (name: string) => {
      const stored = project.uploads.get(textOf(files[name]));
      return stored === undefined ? null : gunzipSync(stored);
    };
    const found = file(path) ?? file(`${path}.html`);
    if (found !== null) return new Raw(200, 'text/html', found, headers);
    const called = functionAt(version.config, path);
    const answer = called === null ? undefined : FUNCTION_ANSWERS[called];
    if (answer !== undefined) return answer();
    const html = called === 'pages' ? await render(path) : null;
    if (html !== null) return new Raw(200, 'text/html', html, headers);
    return new Raw(404, 'text/html', file('/404.html') ?? '', headers);
  }

  const closed = () => {
    throw denied('for strangers');
  };
  return [
    ...api('(heard.test|.+.web.app)', { 'GET {path*}': page, 'POST {path*}': page }),
    ...api('.+.cloudfunctions.net', { 'POST {path*}': closed }),
    ...api('firestore.googleapis.com', {
      'GET /v1/projects/{p}/databases/{d}/documents/{path*}': closed,
    }),
    ...api('storage.googleapis.com', { 'GET /{bucket}/catalogue.db': closed }),
    ...api('firebasestorage.googleapis.com', { 'GET /v0/b/{bucket}/o/{path*}': closed }),
  ];
}

function listOf(config: Json | undefined, name: string): Json[] {
  const list = config?.[name];
  return Array.isArray(list) ? list : [];
}

/** The function of a path by Hosting's rewrites. Supports only the glob syntax that firebase.json uses. */
function functionAt(config: Json | undefined, path: string): string | null {
  const rewrite = listOf(config, 'rewrites').find(({ glob }) => matches(textOf(glob), path));
  const service = (rewrite?.['run'] as Json | undefined)?.['serviceId'];
  return typeof service === 'string' ? service : null;
}

function matches(glob: string, path: string): boolean {
  const source = glob
    .replace(/[.+^$]/g, '\\$&')
    .replace(/@\(([^)]*)\)/g, '(?:$1)')
    .replaceAll('**/', '(?:.*/)?')
    .replace(/(?<![.)])\*/g, '[^/]*');
  return new RegExp(`^${source}$`).test(path);
}

function safetyHeaders(config: Json | undefined, path: string): Record<string, string> {
  if (path.startsWith('/api/')) return {};
  const rule = listOf(config, 'headers').find(({ glob }) => textOf(glob).startsWith('!/@(__'));
  return (rule?.['headers'] ?? {}) as Record<string, string>;
}
