import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../functions/src/platform/temporary-folder.ts';
import { findJava } from './java.ts';
import { launcherJar } from './launcher-jar.ts';

test('the manifest names the class and the jar, no line longer than 72 bytes', () => {
  const jar =
    '/somewhere/with a blank/and/a/name/so/long/that/it/does/not/fit/one/line/emulator.jar';
  const text = launcherJar('com.example.Main', jar).toString('latin1');
  const manifest = text.slice(text.indexOf('Manifest-Version'), text.indexOf('PK\x01\x02'));
  const lines = manifest.split('\r\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(72);
  expect(manifest.replaceAll('\r\n ', '')).toBe(
    'Manifest-Version: 1.0\r\nMain-Class: com.example.Main\r\n' +
      `Class-Path: file://${jar.replaceAll(' ', '%20')}\r\n`,
  );
});

const java = await findJava(process.env);

test.skipIf(!java)('a Java reads the jar and looks for the class it names', () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'launcher.jar');
  writeFileSync(file, launcherJar('com.example.NotThere', path.join(folder, 'real.jar')));
  const program = path.join(java?.home ?? '', 'bin', 'java');
  const { stderr } = spawnSync(program, ['-jar', file], { encoding: 'utf8' });
  expect(stderr).toContain('com.example.NotThere');
  expect(stderr).not.toMatch(/corrupt|no main manifest/i);
});

const hasUnzip = spawnSync('unzip', ['-v']).status === 0;

test.skipIf(!hasUnzip)('an archiver finds no fault with it', () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'launcher.jar');
  writeFileSync(file, launcherJar('com.example.Main', '/real.jar'));
  const answer = execFileSync('unzip', ['-t', file], { encoding: 'utf8' });
  expect(answer).toContain('No errors detected');
});
