import { expect, it, test } from 'vitest';
import { serveOnLoopback } from '../../testing/test-server.ts';
import { NO_VALIDATORS } from '../feed-model.ts';
import { fetchFeed } from './fetch-feed.ts';

const LONG = 'x'.repeat(200_000);

/** Responds with the statuses in the path: `/301/302/end` redirects twice. Records the connections. */
async function host(headers: Record<string, string> = {}) {
  const sockets = new Set<unknown>();
  const base = await serveOnLoopback((request, response) => {
    sockets.add(request.socket);
    const [status = '', ...rest] = (request.url ?? '').slice(1).split('/');
    if (/^30[1278]$/.test(status)) {
      response.writeHead(Number(status), { location: `/${rest.join('/')}` }).end('elsewhere');
    } else if (status === 'refuses') response.writeHead(500).end(LONG);
    else if (status === 'same') response.writeHead(304, headers).end();
    else response.writeHead(200, headers).end(LONG);
  });
  const fetch = (path: string, validators = NO_VALIDATORS) =>
    fetchFeed(`${base}/${path}`, validators, { allowPrivate: () => true });
  return { base, sockets, fetch };
}

test.each([
  ['end', null],
  ['301/end', 'end'],
  ['308/301/end', 'end'],
  ['302/end', null],
  ['301/302/end', null],
  ['307/301/end', null],
  ['301/refuses', null],
])('reports for %s that the feed moved permanently to %s', async (path, end) => {
  const { base, fetch } = await host();
  const answer = await fetch(path);
  const movedTo = 'movedTo' in answer ? answer.movedTo : undefined;
  expect(movedTo).toBe(end === null ? undefined : `${base}/${end}`);
});

test.each([
  ['max-age=60', 60_000],
  ['public, MAX-AGE=3600, must-revalidate', 3_600_000],
  ['no-store', undefined],
  ['s-maxage=60', undefined],
  ['max-age=soon', undefined],
])('reads "%s" as a max age of %s ms', async (control, ms) => {
  const { fetch } = await host({ 'cache-control': control });
  expect(await fetch('end')).toMatchObject({ kind: 'fetched', ...(ms && { maxAgeMs: ms }) });
  const known = { etag: '"1"', lastModified: null };
  expect(await fetch('same', known)).toEqual({ kind: 'unchanged', ...(ms && { maxAgeMs: ms }) });
});

it('reuses a connection for the next fetch after any response', async () => {
  const { sockets, fetch } = await host();
  const known = { etag: '"1"', lastModified: null };
  for (const path of ['end', '301/end', 'same', 'end', 'same', '302/end', 'end']) {
    await fetch(path, known);
  }
  // The request after a redirect does not wait for its body, so it may open a second connection.
  expect(sockets.size).toBeLessThanOrEqual(2);
});
