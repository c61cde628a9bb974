import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../../testing/fuzz-runs.ts';
import { createCookieJar } from './cookie-jar.ts';

function sent(set: string | string[], at: string, from = 'https://show.example/podcast/feed') {
  const jar = createCookieJar();
  jar.add(new URL(from), set);
  return jar.headerFor(new URL(at));
}

test.each([
  ['a=1', 'https://show.example/podcast/other', 'a=1'],
  ['a=1', 'https://show.example/podcast', 'a=1'],
  ['a=1', 'https://show.example/podcasts', null],
  ['a=1', 'https://show.example/', null],
  ['a=1; Path=/', 'https://show.example/', 'a=1'],
  ['a=1; path=/x', 'https://show.example/x/y', 'a=1'],
  ['a=1; path=/x', 'https://show.example/xy', null],
  ['a=1; Path=relative', 'https://show.example/podcast/x', 'a=1'],
  ['a=1; Path=/; Secure', 'https://show.example/', 'a=1'],
  ['a=1; Path=/; Secure', 'http://show.example/', null],
  ['a=1; Path=/', 'http://show.example/', 'a=1'],
  ['a=1; Path=/', 'https://show.example:8443/', null],
  ['a=1; Path=/; Domain=show.example', 'https://www.show.example/', null],
  ['a=1; Path=/; Domain=.example', 'https://other.example/', null],
  ['a=1; Path=/; Max-Age=0', 'https://show.example/', null],
  [
    'a=1; Path=/; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    'https://show.example/',
    'a=1',
  ],
  ['a=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'https://show.example/', null],
  ['a=1; Path=/; Expires=Thu, 01 Jan 2099 00:00:00 GMT', 'https://show.example/', 'a=1'],
  ['a=b=c; Path=/', 'https://show.example/', 'a=b=c'],
  ['a=; Path=/', 'https://show.example/', 'a='],
  ['a="x y"; Path=/', 'https://show.example/', 'a="x y"'],
  ['=1; Path=/', 'https://show.example/', null],
  ['a; Path=/', 'https://show.example/', null],
  ['a b=1; Path=/', 'https://show.example/', null],
  ['a=\u00e9; Path=/', 'https://show.example/', null],
  ['a=1\r\nhost: b; Path=/', 'https://show.example/', null],
  [`a=${'x'.repeat(5000)}; Path=/`, 'https://show.example/', null],
])('of %j sends to %s: %s', (set, at, header) => {
  expect(sent(set, at)).toBe(header);
});

test('does not accept a secure cookie over http', () => {
  expect(sent('a=1; Secure; Path=/', 'https://show.example/', 'http://show.example/')).toBeNull();
});

test('replaces and removes a cookie of the same name and path', () => {
  expect(sent(['a=1', 'a=2', 'b=1', 'b=; Max-Age=0'], 'https://show.example/podcast/')).toBe('a=2');
});

test('sends only short, printable headers, to the same host', () => {
  const host = fc.constantFrom(
    'https://a.example',
    'http://a.example',
    'https://b.example',
    'https://x.a.example',
  );
  const path = fc.constantFrom('/', '/a', '/a/b', '/ab');
  const attribute = fc.constantFrom(
    'Path=/',
    'Path=/a',
    'Secure',
    'Domain=.a.example',
    'Domain=example',
    'Max-Age=9',
  );
  const name = fc.oneof(fc.string({ maxLength: 5 }), fc.string({ unit: 'binary', maxLength: 3 }));
  const value = fc.oneof(
    name,
    fc.nat(5000).map((length) => 'v'.repeat(length)),
  );
  const cookie = fc
    .tuple(name, value, fc.array(attribute, { maxLength: 3 }))
    .map(([left, right, attributes]) => [`${left}=${right}`, ...attributes].join('; '));
  const answer = fc.tuple(host, path, fc.array(cookie, { maxLength: 8 }));
  fc.assert(
    fc.property(fc.array(answer, { maxLength: 30 }), host, path, (answers, to, at) => {
      const all = createCookieJar();
      const own = createCookieJar();
      for (const [from, where, cookies] of answers) {
        const url = new URL(where, from);
        all.add(url, cookies);
        if (url.host === new URL(to).host) own.add(url, cookies);
      }
      const header = all.headerFor(new URL(at, to));
      if (header === null) return;
      expect(header).toMatch(/^[\x20-\x7e]{1,8192}$/);
      if (answers.flat(2).length < 50) expect(header).toBe(own.headerFor(new URL(at, to)));
    }),
    { numRuns: fuzzRuns(300) },
  );
});
