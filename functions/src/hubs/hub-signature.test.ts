import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSignedByHub } from './hub-signature.ts';

const BODY = Buffer.from('<rss>ü</rss>');
const SECRET = 'a secret';
const sign = (method: string, body = BODY, secret = SECRET) =>
  `${method}=${createHmac(method, secret).update(body).digest('hex')}`;

test.each(['sha1', 'sha256', 'sha384', 'sha512'])('accepts a signature by %s', (method) => {
  expect(isSignedByHub(BODY, sign(method), SECRET)).toBe(true);
  expect(isSignedByHub(BODY, sign(method).toUpperCase(), SECRET)).toBe(true);
});

test.each([
  ['no signature', undefined],
  ['an empty one', ''],
  ['another secret', sign('sha256', BODY, 'another')],
  ['another body', sign('sha256', Buffer.from('<rss/>'))],
  ['MD5', sign('md5')],
  ['the length of another method', sign('sha1').replace('sha1', 'sha256')],
  ['a part of it', sign('sha256').slice(0, -2)],
  ['more than it', `${sign('sha512')}00`],
  ['two signatures', `${sign('sha256')}, ${sign('sha256')}`],
  ['no method', sign('sha256').slice('sha256='.length)],
])('refuses %s', (_, header) => {
  expect(isSignedByHub(BODY, header, SECRET)).toBe(false);
});
