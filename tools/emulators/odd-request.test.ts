import { describe, expect, test } from 'vitest';
import { refusalOfHead } from './odd-request.ts';

const refusal = (url: string, host: string | undefined = 'localhost:5050') =>
  refusalOfHead({ url, headers: { host } });

describe('a request that the emulators can serve', () => {
  test.each([
    '/',
    '/api/search',
    '/company/openai?q=%',
    '/a//b',
    '/%2e%2e/x',
    '/ü',
    '/?q=//',
    '/..',
  ])('accepts the path %s', (url) => expect(refusal(url)).toBeNull());

  test.each(['127.0.0.1:5050', 'LOCALHOST:5050', '[::1]:5050', 'earshot.example', 'x:80'])(
    'accepts the host %s',
    (host) => expect(refusal('/', host)).toBeNull(),
  );
});

describe('a request that would crash an emulator', () => {
  test.each(['//', '//evil.example', '/\\', '*', '', 'x', 'http://x/', '/%', '/%ff', '/a%00b'])(
    'refuses the path "%s"',
    (url) => expect(refusal(url)).toBe(400),
  );

  test.each(['', '[', 'a b', 'x:99999', 'x/y', 'a@b', 'x?y', '%'])(
    'refuses the host "%s"',
    (host) => expect(refusal('/', host)).toBe(400),
  );

  test('refuses a path segment longer than a file name can be', () => {
    expect(refusal(`/${'a'.repeat(255)}/b`)).toBeNull();
    expect(refusal(`/${'a'.repeat(256)}/b`)).toBe(414);
    expect(refusal(`/${'ü'.repeat(128)}`)).toBe(414);
    expect(refusal(`/?q=${'a'.repeat(4000)}`)).toBeNull();
  });
});
