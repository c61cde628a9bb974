import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig } from '../../functions/src/platform/config.ts';
import { SETTING_NAMES } from '../../functions/src/settings.ts';
import { REPOSITORY } from '../../tools/processes/repository.ts';

const read = (file: string) => readFileSync(path.join(REPOSITORY, file), 'utf8');
const example = read('.env.example');
const values = parseEnv(example);

function sourcesIn(folder: string): string[] {
  return readdirSync(path.join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => path.join(folder, file));
}

function namesIn(files: string[], pattern: RegExp): string[] {
  const found = files.flatMap((file) =>
    [...read(file).matchAll(pattern)].map((match) => match[1] ?? ''),
  );
  return [...new Set(found)].sort();
}

const READERS = {
  // Derived from VITE_SITE_URL and VITE_SIGN_UP.
  functions: SETTING_NAMES.filter((name) => !['SITE_URL', 'SIGN_UP'].includes(name)),
  pages: namesIn([...sourcesIn('web/src'), 'web/vite.config.ts'], /\b(VITE_[A-Z\d_]+)\b/g),
  'start command': namesIn(sourcesIn('tools'), /\bsettings\['(\w+)'\]/g),
};

test.each(Object.entries(READERS))('.env.example lists every setting of the %s', (_who, names) => {
  expect(names.length).toBeGreaterThan(3);
  expect(names.filter((name) => !(name in values))).toEqual([]);
});

test('.env.example lists no unused setting', () => {
  const readBySome = Object.values(READERS).flat();
  expect(Object.keys(values).filter((name) => !readBySome.includes(name))).toEqual([]);
});

test('.env.example explains every setting', () => {
  const lines = example.split('\n');
  const bare = lines.filter(
    (line, index) => /^\w+=/.test(line) && !/^# /.test(lines[index - 1] ?? ''),
  );
  expect(bare).toEqual([]);
});

test('a copy of .env.example changes nothing for the functions', () => {
  const before = readConfig({ CATALOGUE_URL: 'file:/a' });
  expect(readConfig({ ...values, CATALOGUE_URL: 'file:/a' })).toEqual(before);
});
