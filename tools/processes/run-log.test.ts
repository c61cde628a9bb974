import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../functions/src/platform/temporary-folder.ts';
import { openRunLog } from './run-log.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

test('lines of several programs are kept whole, however their pieces interleave', () => {
  const log = openRunLog(path.join(folder, 'logs', 'start.log'), false);
  log.write('web', 'buil');
  log.write('functions', 'done\n');
  log.write('web', 'ding\r\n\u001B[32mready\u001B[39m\n');
  expect(readFileSync(log.file, 'utf8')).toBe('[functions] done\n[web] building\n[web] ready\n');
});

test('the last lines of a failed program are at hand, the unfinished one among them', () => {
  const log = openRunLog(path.join(folder, 'start.log'), false);
  log.write('emulators', Array.from({ length: 40 }, (_, index) => `line ${index}\n`).join(''));
  log.write('emulators', 'Error: no');
  expect(log.lastLines('emulators').slice(-2)).toEqual(['line 39', 'Error: no']);
  expect(log.lastLines('emulators').length).toBeLessThan(20);
  expect(log.lastLines('web')).toEqual([]);
});

test('a line keeps no secret of an address: of private feeds, and of links in mails', () => {
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

test('an unfinished line keeps none either', () => {
  const log = openRunLog(path.join(folder, 'start.log'), false);
  log.write('emulators', `GET /feeds/${'k3Jx-_'.repeat(7)}`);
  expect(log.lastLines('emulators')).toEqual(['GET /feeds/…']);
});
