import { beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '../platform/app-error.ts';
import { type CachedAnswer, replyCached } from './reply-cached.ts';
import { keepLog } from '../testing/test-log.ts';

const page: CachedAnswer = { body: 'é', contentType: 'text/plain', indexed: true, kept: 'minutes' };

async function ask(
  answer: () => CachedAnswer,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) {
  const got: { status: number; headers: Record<string, string>; body: string | null } = {
    status: 0,
    headers: {},
    body: null,
  };
  const reply = {
    set: (set: Record<string, string>) => Object.assign(got.headers, set),
    status: (status: number) => {
      got.status = status;
      return { send: (body: string) => (got.body = body), end: () => undefined };
    },
  };
  await replyCached('test', { method, headers }, reply, () => Promise.resolve().then(answer));
  return got;
}

const failing = (error: Error) => () => {
  throw error;
};

beforeEach(() => void keepLog());

describe('a response', () => {
  test('the CDN caches a response for five minutes and serves it stale for a day', async () => {
    const { status, headers, body } = await ask(() => page);
    expect([status, body]).toEqual([200, 'é']);
    expect(headers).toMatchObject({
      'Cache-Control': 'public, max-age=0, s-maxage=300, stale-while-revalidate=86400',
      'Content-Type': 'text/plain',
      ETag: expect.stringMatching(/^"[\w-]{20,}"$/) as string,
    });
    expect(headers).not.toHaveProperty('X-Robots-Tag');
  });

  test('answers 304 to a matching entity tag', async () => {
    const { ETag: tag = '' } = (await ask(() => page)).headers;
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await ask(() => page, { headers: { 'if-none-match': known } });
      expect([again.status, again.body, again.headers['ETag']]).toEqual([304, null, tag]);
    }
    const changed = await ask(() => ({ ...page, body: 'e' }), {
      headers: { 'if-none-match': tag },
    });
    expect([changed.status, changed.body]).toEqual([200, 'e']);
  });

  test('sets the lifetime that the response requests', async () => {
    const keptFor = async (kept: 'hour' | 'seconds') =>
      (await ask(() => ({ ...page, kept }))).headers['Cache-Control'];
    expect(await keptFor('hour')).toContain('s-maxage=3600,');
    expect(await keptFor('seconds')).toBe('public, max-age=0, s-maxage=5');
  });

  test('marks pages that search engines must not index', async () => {
    const { headers } = await ask(() => ({ ...page, indexed: false }));
    expect(headers).toMatchObject({ 'X-Robots-Tag': 'noindex' });
  });

  test('redirects permanently to another address', async () => {
    const { status, headers } = await ask(() => ({ movedTo: '/a.xml' }));
    expect([status, headers['Location']]).toEqual([301, '/a.xml']);
  });
});

describe('a failure', () => {
  test.each([
    new AppError('upstream-unavailable', 'no catalogue'),
    new AppError('upstream-timeout', 'too slow'),
    new AppError('internal', 'damaged'),
    new TypeError('a bug with a secret'),
  ])('a server error becomes a 503 that is cached for seconds: %s', async (error) => {
    const { status, headers, body } = await ask(failing(error));
    expect([status, body]).toEqual([503, 'Not available right now.\n']);
    expect(headers).toMatchObject({
      'Cache-Control': 'public, max-age=0, s-maxage=5',
      'Retry-After': '30',
    });
    expect(headers).not.toHaveProperty('ETag');
  });

  test('a client error keeps its status and is not cached', async () => {
    const { status, headers, body } = await ask(failing(new AppError('invalid-request', 'Why.')));
    expect([status, body, headers['Cache-Control']]).toEqual([400, 'Why.\n', 'no-store']);
  });

  test('sends Retry-After if the error has a delay', async () => {
    const error = new AppError('rate-limited', 'too many', { retryAfterMs: 6_100 });
    const { status, headers } = await ask(failing(error));
    expect([status, headers['Retry-After'], headers['Cache-Control']]).toEqual([
      429,
      '7',
      'no-store',
    ]);
  });

  test('sends Allow with a 405', async () => {
    const { status, headers } = await ask(() => page, { method: 'POST' });
    expect([status, headers['Allow']]).toEqual([405, 'GET, HEAD']);
  });
});
