import { beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '../app-error.ts';
import { type CachedAnswer, replyCached } from './reply-cached.ts';
import { keepLog } from '../test-log.ts';

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

describe('an answer', () => {
  test('is kept by the CDN for five minutes, and shown for a day while a new one comes', async () => {
    const { status, headers, body } = await ask(() => page);
    expect([status, body]).toEqual([200, 'é']);
    expect(headers).toMatchObject({
      'Cache-Control': 'public, max-age=0, s-maxage=300, stale-while-revalidate=86400',
      'Content-Type': 'text/plain',
      ETag: expect.stringMatching(/^"[\w-]{20,}"$/) as string,
    });
    expect(headers).not.toHaveProperty('X-Robots-Tag');
  });

  test('is not sent again to who has it', async () => {
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

  test('is kept for as long as it says', async () => {
    const keptFor = async (kept: 'hour' | 'seconds') =>
      (await ask(() => ({ ...page, kept }))).headers['Cache-Control'];
    expect(await keptFor('hour')).toContain('s-maxage=3600,');
    expect(await keptFor('seconds')).toBe('public, max-age=0, s-maxage=5');
  });

  test('says where search engines must pass over it', async () => {
    const { headers } = await ask(() => ({ ...page, indexed: false }));
    expect(headers).toMatchObject({ 'X-Robots-Tag': 'noindex' });
  });

  test('can be another address', async () => {
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
  ])('of ours is a 503 that is kept for seconds: %s', async (error) => {
    const { status, headers, body } = await ask(failing(error));
    expect([status, body]).toEqual([503, 'Not available right now.\n']);
    expect(headers).toMatchObject({
      'Cache-Control': 'public, max-age=0, s-maxage=5',
      'Retry-After': '30',
    });
    expect(headers).not.toHaveProperty('ETag');
  });

  test('of the client has its own status, and nobody keeps it', async () => {
    const { status, headers, body } = await ask(failing(new AppError('invalid-request', 'Why.')));
    expect([status, body, headers['Cache-Control']]).toEqual([400, 'Why.\n', 'no-store']);
  });

  test('says when to come back, where that is known', async () => {
    const error = new AppError('rate-limited', 'too many', { retryAfterMs: 6_100 });
    const { status, headers } = await ask(failing(error));
    expect([status, headers['Retry-After'], headers['Cache-Control']]).toEqual([
      429,
      '7',
      'no-store',
    ]);
  });

  test('names the method to use', async () => {
    const { status, headers } = await ask(() => page, { method: 'POST' });
    expect([status, headers['Allow']]).toEqual([405, 'GET, HEAD']);
  });
});
