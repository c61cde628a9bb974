import { expect, onTestFinished, test, vi } from 'vitest';
import { AppError } from '../app-error.ts';
import { keepLog, logEntries } from '../../testing/test-log.ts';
import { requireMethod, respond } from './respond.ts';

async function answered(answer: () => Promise<{ body: unknown; log?: Record<string, unknown> }>) {
  const lines = keepLog();
  const got: { status?: number; body?: unknown; headers: Record<string, string> } = { headers: {} };
  const json = (body: unknown) => (got.body = body);
  const reply = {
    set: (name: string, value: string) => (got.headers[name] = value),
    status: (status: number) => {
      got.status = status;
      return { json, send: json };
    },
  };
  await respond('asked', reply, answer);
  return { ...got, entries: logEntries(lines) };
}

const fails = (error: Error) => () => Promise.reject(error);

test('logs a response with its own fields', async () => {
  const answer = await answered(() => Promise.resolve({ body: { a: 1 }, log: { found: 3 } }));
  expect(answer).toMatchObject({ status: 200, body: { a: 1 } });
  expect(answer.entries).toEqual([
    expect.objectContaining({
      severity: 'INFO',
      event: 'asked',
      found: 3,
      tookMs: expect.any(Number) as number,
    }),
  ]);
});

test('logs a refusal with its code but without a reason', async () => {
  const { status, headers, entries } = await answered(
    fails(new AppError('rate-limited', 'too many calls', { retryAfterMs: 1_500 })),
  );
  expect([status, headers['Retry-After']]).toEqual([429, '2']);
  expect(entries).toEqual([
    expect.objectContaining({ severity: 'INFO', event: 'asked', code: 'rate-limited' }),
  ]);
  expect(entries[0]).not.toHaveProperty('reason');
});

test('logs a bug with its cause and hides it from the caller', async () => {
  const { status, body, entries } = await answered(fails(new TypeError('x is undefined')));
  expect(status).toBe(500);
  expect(JSON.stringify(body)).not.toContain('x is undefined');
  expect(entries).toEqual([
    expect.objectContaining({
      severity: 'ERROR',
      event: 'asked',
      code: 'internal',
      reason: 'unexpected',
    }),
  ]);
  expect(JSON.stringify(entries)).toContain('x is undefined');
});

test.each([
  ['GET', ['GET', 'HEAD'], ['POST', 'PUT', 'head'], 'GET, HEAD'],
  ['POST', ['POST'], ['GET', 'HEAD', 'PATCH'], 'POST'],
] as const)('a function for %s permits %j and refuses %j', (method, permitted, refused, allow) => {
  const set = vi.fn();
  const requireOf = (asked: string) => () =>
    requireMethod({ method: asked }, { set, status: vi.fn() }, method);
  for (const asked of permitted) expect(requireOf(asked)).not.toThrow();
  expect(set).not.toHaveBeenCalled();
  for (const asked of refused) expect(requireOf(asked)).toThrow(`use ${allow}`);
  expect(set).toHaveBeenCalledWith('Allow', allow);
});

test('answers that the database is late, and ignores its later answer', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let end = () => undefined as unknown;
  const late = new Promise<{ body: unknown }>((_, reject) => {
    end = () => reject(new Error('too late to matter'));
  });
  const answering = answered(() => late);
  await vi.advanceTimersByTimeAsync(25_000);
  end();
  const { status, body } = await answering;
  expect([status, body]).toEqual([
    504,
    {
      error: {
        code: 'upstream-timeout',
        message: 'the database did not answer in time, please try again',
      },
    },
  ]);
});
