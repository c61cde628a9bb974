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

describe('a page of an origin that is named', () => {
  test('may read the answer, and no other origin is let in with it', () => {
    const { headers, answered } = ask('POST', 'https://b.example');
    expect(answered).toBe(false);
    expect(headers).toEqual({ Vary: 'Origin', 'Access-Control-Allow-Origin': 'https://b.example' });
  });

  test('may send JSON, who is signed in, a wish and the App Check token', () => {
    const { headers, answered, status } = ask('OPTIONS', 'https://a.example');
    expect([answered, status]).toEqual([true, 204]);
    expect(headers['Access-Control-Allow-Headers']?.split(', ')).toEqual([
      'Content-Type',
      'Authorization',
      'Prefer',
      'X-Firebase-AppCheck',
    ]);
    expect(headers['Access-Control-Allow-Methods']).toBe('GET, POST');
    expect(headers).not.toHaveProperty('Access-Control-Allow-Credentials');
  });
});

test.each([
  ['another origin', 'https://c.example'],
  ['a longer one', 'https://a.example.evil.example'],
  ['another scheme', 'http://a.example'],
  ['another port', 'https://a.example:8443'],
  ['a page of no origin', 'null'],
  ['all of them', '*'],
  ['two at once', ['https://a.example', 'https://b.example']],
  ['none', undefined],
])('%s is let in nowhere, and told so by silence', (_name, origin) => {
  for (const method of ['POST', 'OPTIONS']) {
    expect(ask(method, origin).headers).toEqual({ Vary: 'Origin' });
  }
  expect(ask('OPTIONS', origin)).toMatchObject({ answered: true, status: 204 });
});
