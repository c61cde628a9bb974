import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../functions/src/testing/temporary-folder.ts';
import { findJava, parseJavaMajor } from './java.ts';

describe('the version a Java names', () => {
  test.each([
    ['openjdk version "21.0.2" 2024-01-16', 21],
    ['openjdk version "25" 2025-09-16', 25],
    ['openjdk version "22-ea" 2024-03-19', 22],
    ['java version "1.8.0_392"', 8],
    ['Picked up _JAVA_OPTIONS: -Xmx1g\nopenjdk version "17.0.15" 2025-04-15', 17],
  ])('parses %j as version %i', (text, major) => {
    expect(parseJavaMajor(text)).toBe(major);
  });

  test('finds no Java version in other output', () => {
    expect(parseJavaMajor('Unable to locate a Java Runtime.')).toBeNull();
  });
});

describe('looking for a Java', () => {
  let folder = '';
  beforeEach(() => {
    folder = temporaryFolder();
  });

  function installJava(name: string, version: string): string {
    const home = path.join(folder, name);
    mkdirSync(path.join(home, 'bin'), { recursive: true });
    const java = path.join(home, 'bin', 'java');
    writeFileSync(java, `#!/bin/sh\necho 'openjdk version "${version}"' >&2\n`);
    chmodSync(java, 0o755);
    return home;
  }

  test('prefers the Java of JAVA_HOME', async () => {
    const home = installJava('named', '90.0.1');
    const onPath = installJava('on-path', '91');
    const environment = { JAVA_HOME: home, PATH: path.join(onPath, 'bin') };
    expect(await findJava(environment)).toBe(home);
  });

  test('skips an old or missing JAVA_HOME, and follows symbolic links in PATH', async () => {
    const onPath = installJava('on-path', '91');
    const bin = path.join(folder, 'bin');
    mkdirSync(bin);
    symlinkSync(path.join(onPath, 'bin', 'java'), path.join(bin, 'java'));
    for (const JAVA_HOME of [installJava('old', '17.0.1'), path.join(folder, 'nowhere')]) {
      expect(await findJava({ JAVA_HOME, PATH: bin })).toBe(onPath);
    }
  });

  test('finds a newer Java than the default', async () => {
    const old = installJava('old', '11.0.1');
    const home = installJava('.jdks/new', '92');
    const environment = { HOME: folder, PATH: path.join(old, 'bin') };
    expect(await findJava(environment)).toBe(home);
  });
});
