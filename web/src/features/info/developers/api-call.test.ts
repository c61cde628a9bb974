import * as fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { apiCall, curlText } from './api-call.ts';
import { API_OPERATIONS } from './api-operations.ts';

const operation = (id: string) => API_OPERATIONS.find((each) => each.id === id)!;

test.each([
  [
    'searchEpisodes',
    { q: 'openai -ads\n\n sam altman ', limit: '5', days: ' ' },
    { method: 'GET', address: '/api/v1/search?q=openai+-ads&q=sam+altman&limit=5' },
  ],
  [
    'createAlert',
    { query: ' openai ', mail: 'false' },
    { method: 'POST', address: '/api/v1/alerts', body: '{"query":"openai","mail":false}' },
  ],
  [
    'changeAlert',
    { id: '0/7', paused: 'true' },
    { method: 'PATCH', address: '/api/v1/alerts/0%2F7', body: '{"paused":true}' },
  ],
  ['deleteAlert', { id: '007' }, { method: 'DELETE', address: '/api/v1/alerts/007' }],
  ['listAlerts', {}, { method: 'GET', address: '/api/v1/alerts' }],
  ['recentMatches', { id: '007' }, { method: 'GET', address: '/api/v1/alerts/007/matches' }],
])('builds the call %s with %j', (id, typed, call) => {
  expect(apiCall(operation(id), typed)).toEqual(call);
});

test('lists every operation of the OpenAPI document with its fields', () => {
  expect(API_OPERATIONS.length).toBeGreaterThan(8);
  for (const { summary, path, fields } of API_OPERATIONS) {
    expect(summary).not.toBe('');
    expect(path).toMatch(/^\/api\/v1\//);
    for (const { type } of fields) {
      expect(['string', 'integer', 'number', 'boolean', 'array']).toContain(type);
    }
  }
});

test('quotes the curl command so that a shell reads any text unchanged', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom("'", "'; echo hi #", '$(id)', '`id`'),
      ),
      (query) => {
        const call = apiCall(operation('createAlert'), { query });
        const text = curlText(call, 'https://earshot.example').replace(/^curl/, 'printf "%s\\n"');
        const read = execFileSync('sh', ['-c', text], { env: { EARSHOT_KEY: 'es_key' } });
        expect(read.toString().trimEnd().split('\n')).toEqual([
          '-X',
          'POST',
          '-H',
          'Authorization: Bearer es_key',
          '-H',
          'Content-Type: application/json',
          '-d',
          call.body,
          'https://earshot.example/api/v1/alerts',
        ]);
      },
    ),
    { numRuns: 30 },
  );
});
