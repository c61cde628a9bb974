import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { tool, VITEST } from '../../tools/processes/node-program.ts';
import { REPOSITORY } from '../../tools/processes/repository.ts';

/** The settings of another operator, with one setting of each kind. */
const OPERATOR = {
  VITE_SITE_NAME: 'Heard',
  VITE_SITE_URL: 'https://heard.example.net',
  VITE_SUPPORT_EMAIL: 'hello@heard.example.net',
  MAIL_FROM: 'Heard <mails@heard.example.net>',
  SEARCH_REQUESTS_PER_MINUTE: '7',
  ALERTS_ENABLED: 'false',
};

/** Tests that depend on the site's name, URL, support address or limits. */
const FILES = ['mail-notice', 'auth-pages', 'canonical-address', 'check-settings', 'config'];

test('passes unit tests with the settings of another site', () => {
  const { command, args } = tool(
    VITEST,
    'run',
    '--project',
    'web',
    '--project',
    'functions',
    ...FILES,
  );
  const env = { ...process.env, ...OPERATOR };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: REPOSITORY, env });
  expect(status, `${stdout.toString()}${stderr.toString()}`).toBe(0);
});
