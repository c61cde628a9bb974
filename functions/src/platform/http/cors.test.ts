import { describe, expect, test } from 'vitest';
import { allowOrigins } from './cors.ts';

const OURS = ['https://a.example', 'https://b.example'];

function ask(method: string, origin?: string | string[]) {
  const headers: Record<string, string> = {};
  let status: number | null = null;
  let ended = false;
  const reply = {
    set: (name: string, value: string) => (headers[name] = value),
    status: (code: number) => {
      status = code;
      return { json: () => undefined, send: () => undefined };
    },
    end: () => (ended = true),
  };
  const answered = allowOrigins(OURS, { method, headers: { origin } }, reply);
  return { headers, answered: answered && ended, status };
}

describe('allowOrigins', () => {
  test('an allowed origin is echoed in the header', () => {
    const { headers, answered } = ask('POST', 'https://b.example');
    expect(answered).toBe(false);
    expect(headers).toEqual({ Vary: 'Origin', 'Access-Control-Allow-Origin': 'https://b.example' });
  });

  test('an allowed origin may send the headers of JSON, sign-in and preferences', () => {
    const { headers, answered, status } = ask('OPTIONS', 'https://a.example');
    expect([answered, status]).toEqual([true, 204]);
    expect(headers['Access-Control-Allow-Headers']?.split(', ')).toEqual([
      'Content-Type',
      'Authorization',
      'Prefer',
    ]);
    expect(headers['Access-Control-Allow-Methods']).toBe('GET, POST');
    expect(headers).not.toHaveProperty('Access-Control-Allow-Credentials');
  });
});

test.each([
  ['another origin', 'https://c.example'],
  ['an origin with a longer host', 'https://a.example.evil.example'],
  ['another scheme', 'http://a.example'],
  ['another port', 'https://a.example:8443'],
  ['a page without an origin', 'null'],
  ['a wildcard', '*'],
  ['two origins', ['https://a.example', 'https://b.example']],
  ['a request without origin', undefined],
])('%s receives no CORS headers', (_name, origin) => {
  for (const method of ['POST', 'OPTIONS']) {
    expect(ask(method, origin).headers).toEqual({ Vary: 'Origin' });
  }
  expect(ask('OPTIONS', origin)).toMatchObject({ answered: true, status: 204 });
});
