import type { RequestListener } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { serveOnLoopback } from '../../testing/test-server.ts';
import { type BackendCall, fetchJson } from './fetch-json.ts';

/** A server that answers each call with the next listener, then with the last one. */
async function backend(...listeners: RequestListener[]) {
  let calls = 0;
  const url = await serveOnLoopback((request, response) => {
    const listener = listeners[Math.min(calls, listeners.length - 1)];
    calls += 1;
    listener?.(request, response);
  });
  return {
    calls: () => calls,
    ask: (options: Partial<BackendCall> = {}) =>
      fetchJson({
        name: 'The backend',
        url: `${url}/search?key=secret`,
        signal: new AbortController().signal,
        attemptTimeoutMs: 300,
        ...options,
      }),
  };
}

const status =
  (code: number, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(code, headers).end('{"error":"secret"}');
const json =
  (text: string): RequestListener =>
  (_, response) =>
    response.end(text);
const hangUp: RequestListener = (request) => request.socket.destroy();
const silence: RequestListener = () => undefined;
const stall: RequestListener = (_, response) => void response.write('{"a":');

describe('fetchJson', () => {
  test('returns the JSON of the response', async () => {
    const { ask } = await backend(json('{"a":[1]}'));
    expect(await ask()).toEqual({ a: [1] });
  });

  test('posts a body as JSON', async () => {
    const { ask } = await backend((request, response) => {
      const { method, headers } = request;
      let sent = '';
      request.on('data', (chunk: Buffer) => (sent += chunk.toString()));
      request.on('end', () =>
        response.end(JSON.stringify({ method, type: headers['content-type'], sent })),
      );
    });
    expect(await ask({ body: { keywords: ['ü'] } })).toEqual({
      method: 'POST',
      type: 'application/json',
      sent: '{"keywords":["ü"]}',
    });
  });

  test.each([
    ['status 500', status(500)],
    ['status 502', status(502)],
    ['status 503', status(503)],
    ['status 504', status(504)],
    ['a closed connection', hangUp],
    ['no response', silence],
    ['a stalled response', stall],
  ])('retries once after %s', async (_name, fault) => {
    const once = await backend(fault, json('[]'));
    expect(await once.ask()).toEqual([]);
    expect(once.calls()).toBe(2);
    const always = await backend(fault);
    await expect(always.ask()).rejects.toMatchObject({ name: 'AppError' });
    expect(always.calls()).toBe(2);
  });

  test.each([
    ['status 400', status(400), 'upstream-failed'],
    ['status 401', status(401), 'upstream-failed'],
    ['status 404', status(404), 'upstream-failed'],
    ['status 429', status(429), 'upstream-unavailable'],
    ['a redirect', status(302, { location: 'http://127.0.0.1:1/' }), 'upstream-failed'],
    ['no JSON', json('<html>'), 'upstream-failed'],
    ['a body beyond 5 MB', json(`"${'x'.repeat(5_000_000)}"`), 'upstream-failed'],
  ])('does not retry after %s', async (_name, fault, code) => {
    const { ask, calls } = await backend(fault);
    // Long enough for 5 MB on a busy machine.
    const asked = ask({ attemptTimeoutMs: 20_000 });
    await expect(asked).rejects.toMatchObject({ code });
    expect(calls()).toBe(1);
  });

  test.each([
    [status(500), 'upstream-failed'],
    [status(503), 'upstream-unavailable'],
    [hangUp, 'upstream-unavailable'],
    [silence, 'upstream-timeout'],
    [stall, 'upstream-timeout'],
  ])('maps each failure to a code (case %#)', async (fault, code) => {
    const { ask } = await backend(fault);
    await expect(ask()).rejects.toMatchObject({ code });
  });

  test('passes on the Retry-After of a busy backend', async () => {
    const { ask } = await backend(status(429, { 'retry-after': '17' }));
    await expect(ask()).rejects.toMatchObject({ retryAfterMs: 17_000 });
  });

  test('stops without a second attempt when aborted', async () => {
    const { ask, calls } = await backend(silence);
    const waiting = new AbortController();
    // Longer than the test's timeout.
    const asked = ask({ signal: waiting.signal, attemptTimeoutMs: 60_000 });
    await vi.waitFor(() => expect(calls()).toBe(1), 20_000);
    waiting.abort();
    await expect(asked).rejects.toMatchObject({ code: 'upstream-timeout' });
    expect(calls()).toBe(1);
  });

  test('keeps the address and the response out of the error', async () => {
    const { ask } = await backend(status(401));
    const error = await ask().catch((thrown: unknown) => thrown as Error);
    expect(String(error)).not.toContain('secret');
  });
});
