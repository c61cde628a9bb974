import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../processes/repository.ts';
import { DEPLOYER_PERMISSIONS } from './needs.ts';

test('the guide names every role that the check requires from an account that deploys from GitHub', () => {
  const guide = readFileSync(path.join(REPOSITORY, 'docs/deploying.md'), 'utf8');
  const section = /## From GitHub\n([^]*?)\n## /.exec(guide)?.[1] ?? '';
  const missing = DEPLOYER_PERMISSIONS.filter(({ role }) => !section.includes(`\`${role}\``));
  expect(missing).toEqual([]);
});
