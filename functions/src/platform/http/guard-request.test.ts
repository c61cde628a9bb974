import { type RequestListener } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { apiErrorBodySchema } from '../../contract/index.ts';
import { type BodyRule, guardRequest } from './guard-request.ts';
import { serveOnLoopback } from '../test-server.ts';
import { keepLog } from '../test-log.ts';

beforeEach(() => void keepLog());

/** A server that answers with what the function behind the guard would find. */
function serve(rule: BodyRule): Promise<string> {
  const listener: RequestListener = (request, response) => {
    void guardRequest(rule, request, response, () => {
      const { rawBody, body } = request as unknown as { rawBody: Buffer; body: unknown };
      const announced = Object.keys(request.headers).filter((name) =>
        /^(content-|transfer-)/.test(name),
      );
      response.end(JSON.stringify({ rawBody: rawBody.toString(), body, announced }));
    });
  };
  return serveOnLoopback(listener);
}

async function found(url: string, init: RequestInit): Promise<unknown> {
  const answer = await fetch(url, init);
  expect(answer.status).toBe(200);
  return answer.json();
}

async function refused(url: string, init: RequestInit): Promise<[number, string]> {
  const answer = await fetch(url, { method: 'POST', ...init });
  return [answer.status, apiErrorBodySchema.parse(await answer.json()).error.code];
}

describe('a function that takes a body', () => {
  test('finds it as it came, and nothing that announces one', async () => {
    const url = await serve({ maxBytes: 5 });
    const headers = { 'content-type': 'text/plain', 'content-encoding': 'Identity' };
    expect(await found(url, { method: 'POST', body: '{"a"', headers })).toEqual({
      rawBody: '{"a"',
      announced: ['content-type'],
    });
    expect(await found(url, { method: 'POST' })).toEqual({ rawBody: '', announced: [] });
  });

  test('is spared one that is longer or compressed', async () => {
    const url = await serve({ maxBytes: 5 });
    expect(await refused(url, { body: '€€' })).toEqual([413, 'payload-too-large']);
    const stream = new Blob(['abc', 'def']).stream();
    expect(await refused(url, { body: stream, duplex: 'half' })).toEqual([
      413,
      'payload-too-large',
    ]);
    const headers = { 'content-encoding': 'gzip' };
    expect(await refused(url, { body: 'abc', headers })).toEqual([400, 'invalid-request']);
  });

  test('is called without the body of another method', async () => {
    const url = await serve({ maxBytes: 5 });
    const headers = { 'content-encoding': 'gzip' };
    expect(await found(url, { method: 'PUT', body: 'x'.repeat(100), headers })).toMatchObject({
      rawBody: '',
    });
  });
});

test('a function that takes none is called without it', async () => {
  const url = await serve({ maxBytes: 0 });
  expect(await found(url, { method: 'POST', body: 'x'.repeat(100) })).toMatchObject({
    rawBody: '',
  });
});

describe('a callable', () => {
  const post = (body: string) => ({ method: 'POST', body });

  test('finds its data parsed', async () => {
    const url = await serve({ maxBytes: 100, callable: true });
    for (const data of [null, 'x', { confirm: 'x' }]) {
      expect(await found(url, post(JSON.stringify({ data })))).toMatchObject({ body: { data } });
    }
  });

  test.each(['', '{', 'null', '[]', '{}', '{"data":1,"more":2}', '{"data":[{"@type":"x"}]}'])(
    'is not called with %s',
    async (body) => {
      const url = await serve({ maxBytes: 100, callable: true });
      expect(await refused(url, post(body))).toEqual([400, 'invalid-request']);
    },
  );
});
