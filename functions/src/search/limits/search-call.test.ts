import { expect, test } from 'vitest';
import { createSearchCalls, requireAllowed, searchCost } from './search-call.ts';

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

const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(' ');

test.each([
  ['a name', ['Sam Altman'], 1],
  ['what an entity’s page searches for', ['Bessemer Venture Partners', 'Bessemer Venture'], 1],
  ['ten words', [words(4), words(6)], 1],
  ['eleven words', [words(5), words(6)], 2],
  ['as many words as a search takes', [words(20), words(20), words(20)], 6],
  ['nothing that could be found', ['…'], 1],
])('charges the words of a search: %s', (_name, keywords, units) => {
  expect(searchCost(keywords)).toBe(units);
});
