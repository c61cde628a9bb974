import { expect, test } from 'vitest';
import { createSearchCalls, requireAllowed } from './search-call.ts';

const request = { headers: {}, socket: { remoteAddress: '192.0.2.1' } };
const client = { address: '192.0.2.1', relay: null };

test('a search counts as its client’s, by its words, once calls can be counted', async () => {
  const steps: unknown[] = [];
  const callOf = createSearchCalls({
    clientOf: ({ socket }) => ({ ...client, address: socket.remoteAddress ?? '' }),
    ready: Promise.resolve().then(() => void steps.push('ready')),
    allow: (who, units) => {
      steps.push({ ...who, units });
      return Promise.resolve({ allowed: true, left: 1 });
    },
  });
  const call = callOf(request);
  expect(call.client).toBe('192.0.2.1');
  await call.allow([]);
  await callOf(request, 'ada').allow(['eleven words '.repeat(6)]);
  expect(steps).toEqual([
    'ready',
    { ...client, uid: null, units: 1 },
    { ...client, uid: 'ada', units: 2 },
  ]);
});

test('who searches too often is told when to come back', () => {
  expect(() => requireAllowed({ allowed: true, left: 1 })).not.toThrow();
  expect(() => requireAllowed({ allowed: false, retryAfterMs: 7000 })).toThrow(
    expect.objectContaining({ code: 'rate-limited', retryAfterMs: 7000 }),
  );
});
