import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../functions/src/testing/temporary-folder.ts';
import { openRunLog } from './run-log.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

test('writes whole lines of each program, however their output interleaves', () => {
  const log = openRunLog(path.join(folder, 'logs', 'start.log'), false);
  log.write('web', 'buil');
  log.write('functions', 'done\n');
  log.write('web', 'ding\r\n\u001B[32mready\u001B[39m\n');
  expect(readFileSync(log.file, 'utf8')).toBe('[functions] done\n[web] building\n[web] ready\n');
});

test('returns the last lines of a program, including an unfinished line', () => {
  const log = openRunLog(path.join(folder, 'start.log'), false);
  log.write('emulators', Array.from({ length: 40 }, (_, index) => `line ${index}\n`).join(''));
  log.write('emulators', 'Error: no');
  expect(log.lastLines('emulators').slice(-2)).toEqual(['line 39', 'Error: no']);
  expect(log.lastLines('emulators').length).toBeLessThan(20);
  expect(log.lastLines('web')).toEqual([]);
});

test('masks the tokens of private feeds and of links in emails', () => {
  const log = openRunLog(path.join(folder, 'start.log'), false);
  const token = 'k3Jx-_'.repeat(7);
  log.write(
    'emulators',
    `"GET /feeds/${token}.xml HTTP/1.1" 200\nPOST /api/unsubscribe?token=u1.${token}\n`,
  );
  log.write('emulators', `GET http://127.0.0.1:5051/earshot/us-central1/feeds/feeds/${token}.json`);
  log.write('emulators', '\n/feeds/…');
  expect(readFileSync(log.file, 'utf8')).not.toContain('k3Jx');
  expect(log.lastLines('emulators').join()).not.toContain('k3Jx');
  expect(readFileSync(log.file, 'utf8')).toContain('"GET /feeds/… HTTP/1.1" 200');
});

test('masks secrets in an unfinished line', () => {
  const log = openRunLog(path.join(folder, 'start.log'), false);
  log.write('emulators', `GET /feeds/${'k3Jx-_'.repeat(7)}`);
  expect(log.lastLines('emulators')).toEqual(['GET /feeds/…']);
});

test.each([
  [
    'a key in an address',
    '"GET /mcp?a=1&key=k3Jx-abc HTTP/1.1" 200',
    '"GET /mcp?a=1&key=… HTTP/1.1" 200',
  ],
  ['a short key', 'GET /x?api_key=k3Jx', 'GET /x?api_key=…'],
  ['a key of Google', 'POST /v1/accounts:signUp?key=k3JxSyD', 'POST /v1/accounts:signUp?key=…'],
  ['an access token', 'GET /a?access_token=k3Jx&b=1#c', 'GET /a?access_token=…&b=1#c'],
  [
    'keys in other spellings',
    'GET /a?apiKey=k3Jx&X-Amz-Signature=k3Jx',
    'GET /a?apiKey=…&X-Amz-Signature=…',
  ],
  [
    'the user of a request',
    '127.0.0.1 - k3Jx:abc [27/Nov/2026:10:00:00 +0000] "GET /api/v1/alerts HTTP/1.1" 401',
    '127.0.0.1 - … [27/Nov/2026:10:00:00 +0000] "GET /api/v1/alerts HTTP/1.1" 401',
  ],
  [
    'a user with a blank',
    '::ffff:127.0.0.1 - k3Jx a k3Jx [27/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 401',
    '::ffff:127.0.0.1 - … [27/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 401',
  ],
  [
    'a user in an address',
    'GET https://ada:k3Jx@host.example/rss',
    'GET https://…@host.example/rss',
  ],
  ['a header', 'Authorization: Basic k3Jx==', 'Authorization: Basic …'],
  ['a header in JSON', '{"authorization":"Bearer k3Jx.k3Jx"}', '{"authorization":"Bearer …"}'],
  [
    `a key of our API`,
    `{"url":"https://x.example/es_k3Jx${'a'.repeat(45)}"}`,
    '{"url":"https://x.example/es_…"}',
  ],
])('masks %s in the log', (_name, line, masked) => {
  const log = openRunLog(path.join(folder, 'start.log'), false);
  log.write('emulators', `${line}\n`);
  expect(readFileSync(log.file, 'utf8')).toBe(`[emulators] ${masked}\n`);
});

test.each([
  '127.0.0.1 - - [27/Nov/2026:10:00:00 +0000] "GET /?q=openai HTTP/1.1" 200',
  'GET https://example.com/@ada/episodes?keyword=openai',
  'Ready: http://127.0.0.1:5050 (mail to ada@example.com)',
  'i  functions: basic authentication is off',
])('leaves the line %s unchanged', (line) => {
  const log = openRunLog(path.join(folder, 'start.log'), false);
  log.write('emulators', `${line}\n`);
  expect(readFileSync(log.file, 'utf8')).toBe(`[emulators] ${line}\n`);
});

test('masks long lines in linear time', () => {
  const log = openRunLog(path.join(folder, 'start.log'), false);
  for (const part of ['https://a:', '?key=', ' - x', 'Basic ', '127.0.0.1 - ']) {
    log.write('emulators', `${part.repeat(100_000)}\n`);
  }
});
