import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../functions/src/testing/temporary-folder.ts';
import { SETTING_NAMES } from '../../functions/src/settings.ts';

import { REPOSITORY } from '../../tools/processes/repository.ts';

const read = (file: string) => readFileSync(path.join(REPOSITORY, file), 'utf8');
const siteSettingNames = () =>
  Object.keys(parseEnv(read('.env.example'))).filter((name) => name.startsWith('VITE_'));
const workflow = read('.github/workflows/deploy.yml');

function settingsWritten(settings: string): string {
  const command = /- name: Settings\n\s+run: (.+)\n/.exec(workflow)?.[1] ?? 'exit 1';
  const folder = temporaryFolder();
  const env = { PATH: process.env['PATH'] ?? '', SETTINGS: settings };
  execFileSync('bash', ['-euo', 'pipefail', '-c', command], { cwd: folder, env });
  return readFileSync(path.join(folder, '.env'), 'utf8');
}

test('passes every setting to a deployment from GitHub unchanged', () => {
  const names = [...SETTING_NAMES, ...siteSettingNames(), 'HSTS_SUBDOMAINS'];
  expect(names.length).toBeGreaterThan(30);
  const values = Object.fromEntries(names.map((name, index) => [name, `a "${index}" $b \\ %s`]));
  const file = names.map((name) => `${name}='${values[name]!}'\n`).join('');
  expect(parseEnv(settingsWritten(file))).toEqual(values);
});

test('names no setting in the workflow, so that none is forgotten', () => {
  const named = [...SETTING_NAMES, ...siteSettingNames()].filter((name) => workflow.includes(name));
  expect(named).toEqual([]);
});
