import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '../platform/app-error.ts';
import { keepLog } from '../testing/test-log.ts';
import { OPERATIONS } from './operations/operations.ts';
import { serveApi } from './serve-api.ts';

vi.mock('./open-callers.ts', () => ({
  openCallers: () => ({
    owner: (request: { headers: Record<string, string> }) =>
      request.headers['authorization']?.endsWith('with-no-scope') === true
        ? Promise.resolve({ kind: 'key', scopes: ['none'] })
        : Promise.reject(new AppError('key-invalid', 'send a key')),
    visitor: () => {
      throw new AppError('rate-limited', 'too many requests');
    },
  }),
}));
vi.mock('../platform/config.ts', () => ({
  config: () => ({ CORS_ORIGINS: ['https://console.example'], FUNCTIONS_EMULATOR: false }),
  siteIdentity: () => ({ url: 'https://earshot.example' }),
}));

beforeEach(() => void keepLog());

async function ask(method: string, path: string, headers: Record<string, string> = {}) {
  const answer = { status: 0, body: undefined as unknown, headers: new Headers() };
  const send = (body: unknown) => (answer.body = body);
  const reply = {
    set: (name: string, value: string) => answer.headers.set(name, value),
    status: (status: number) => {
      answer.status = status;
      return { json: send, send };
    },
    on: () => reply,
    writableFinished: true,
  };
  const host = 'earshot.example';
  const request = { method, path, url: path, headers: { host, ...headers }, socket: {} };
  await serveApi(request, reply as never);
  return answer;
}

describe('/mcp', () => {
  test.each(['/mcp', '/mcp/'])('answers %s without a redirect', async (path) => {
    const { status, headers } = await ask('POST', path, { authorization: 'Bearer es_no' });
    expect([status, headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="Earshot", error="invalid_token", scope="read alerts", resource_metadata="https://earshot.example/.well-known/oauth-protected-resource/mcp"',
    ]);
    // Without a key, an assistant is a visitor.
    expect((await ask('POST', path)).status).toBe(429);
  });

  test.each(['/mcp//', '/mcp/x', '/mcp/.well-known/openid-configuration', '/MCP', '/mcpx'])(
    'answers 404 at %s',
    async (path) => {
      expect((await ask('POST', path)).status).toBe(404);
    },
  );

  test.each(['OPTIONS', 'POST', 'GET', 'DELETE'])(
    'refuses %s by a page of another site before it reads the key',
    async (method) => {
      for (const path of ['/mcp', '/mcp/']) {
        const { status, body } = await ask(method, path, { origin: 'https://evil.example' });
        expect([status, body]).toMatchObject([403, { error: { code: 'host-not-allowed' } }]);
      }
    },
  );

  test.each(['https://earshot.example', 'https://console.example'])(
    'permits pages of %s to call',
    async (origin) => {
      const { status, headers } = await ask('OPTIONS', '/mcp', {
        origin,
        'access-control-request-headers': 'authorization, mcp-protocol-version, x-other',
      });
      expect([status, Object.fromEntries(headers)]).toMatchObject([
        204,
        {
          'access-control-allow-origin': '*',
          'access-control-allow-headers': 'Authorization, Content-Type, mcp-protocol-version',
        },
      ]);
      const authorization = 'Bearer es_no';
      expect((await ask('POST', '/mcp', { origin, authorization })).status).toBe(401);
    },
  );
});

describe('/api/v1', () => {
  test('permits pages of every site to call', async () => {
    const { status } = await ask('OPTIONS', '/api/v1/search', { origin: 'https://evil.example' });
    expect(status).toBe(204);
  });

  test('answers HEAD of the document like GET', async () => {
    const [got, asked] = [
      await ask('GET', '/api/v1/openapi.json'),
      await ask('HEAD', '/api/v1/openapi.json'),
    ];
    expect(asked).toEqual(got);
    expect(got.status).toBe(200);
  });

  test.each(OPERATIONS.filter(({ method }) => method === 'GET').map(({ path }) => path))(
    'answers HEAD of %s like GET',
    async (path) => {
      const asking = (method: string) =>
        ask(method, `/api/v1${path}`, { authorization: 'Bearer with-no-scope' });
      const [got, asked] = [await asking('GET'), await asking('HEAD')];
      expect(asked).toEqual(got);
      expect(got.body).toMatchObject({ error: { code: 'scope-missing' } });
    },
  );
});
