import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { deployPlan, environmentFile } from './deploy-plan.ts';

const ready = {
  VITE_SITE_URL: 'https://podcasts.example.org',
  VITE_SUPPORT_EMAIL: 'people@podcasts.org',
  CATALOGUE_URL: 'gs://a-bucket/catalogue.db',
  MAIL_FROM: 'Podcasts <alerts@podcasts.org>',
};

/** Returns the error message for these settings, or ''. */
function complaint(settings: NodeJS.ProcessEnv, project: string | undefined = 'earshot-1'): string {
  try {
    deployPlan(settings, project);
    return '';
  } catch (error) {
    return String(error);
  }
}

test('passes the functions their own settings, and the site none for emulators', () => {
  const settings = {
    ...ready,
    SEARCH_REQUESTS_PER_MINUTE: '10',
    SENDGRID_API_KEY: 'not for a file',
    VITE_EMULATORS: '{"auth":"http://127.0.0.1:9099"}',
    VITE_ACCOUNTS: 'off',
    HOME: '/home/someone',
  };
  const plan = deployPlan(settings, 'earshot-1');
  expect(plan.functionSettings).toEqual({
    CATALOGUE_URL: 'gs://a-bucket/catalogue.db',
    FUNCTIONS_REGION: 'us-central1',
    MAIL_FROM: 'Podcasts <alerts@podcasts.org>',
    SEARCH_REQUESTS_PER_MINUTE: '10',
    SIGN_UP: 'open',
    SITE_URL: 'https://podcasts.example.org',
  });
  expect(plan.siteEnvironment).toMatchObject({
    VITE_SITE_URL: 'https://podcasts.example.org',
    VITE_EMULATORS: '',
    VITE_ACCOUNTS: '',
    HOME: '/home/someone',
  });
});

test.each([undefined, 'demo-earshot', 'Not A Project'])(
  'refuses to deploy to the project %s',
  (project) => {
    expect(() => deployPlan(ready, project)).toThrow(/project/i);
    expect(() => deployPlan(ready, 'earshot-1')).not.toThrow();
  },
);

test('lists all invalid settings by name', () => {
  const wrong = {
    VITE_SITE_URL: 'http://localhost:5050',
    VITE_SUPPORT_EMAIL: 'support@example.com',
    CATALOGUE_URL: 'file:/tmp/catalogue.db',
    FEEDS: 'my-feeds.opml',
    SEARCH_REQUESTS_PER_MINUTE: 'many',
    MAIL_FROM: 'nobody',
  };
  const said = complaint(wrong, 'demo-earshot');
  for (const name of ['project', ...Object.keys(wrong)]) expect(said).toContain(name);
  expect(complaint(ready)).toBe('');
});

test('checks unsubscribe keys that are set locally, but writes them to no file', () => {
  const [newer, older] = ['n'.repeat(32), 'o'.repeat(32)];
  const keys = (list: string) => ({ ...ready, UNSUBSCRIBE_KEY: list });
  expect(complaint(keys(`${newer},${older}`))).toBe('');
  expect(complaint(keys(`${newer},short-secret`))).toContain('UNSUBSCRIBE_KEY must hold keys of');
  expect(complaint(keys(`${newer},short-secret`))).not.toContain('short-secret');
  const { functionSettings } = deployPlan(keys(newer), 'earshot-1');
  expect(functionSettings).not.toHaveProperty('UNSUBSCRIBE_KEY');
});

test('refuses support addresses at example domains only', () => {
  const email = (address: string) => complaint({ ...ready, VITE_SUPPORT_EMAIL: address });
  expect(email('hello@examples-in-sound.com')).toBe('');
  expect(email('hello@mail.example.com')).toContain('VITE_SUPPORT_EMAIL');
});

test('the settings file parses back to the same values', () => {
  const values = { PLAIN: 'abc', SPACED: 'a b # c', LIST: 'https://a.org, https://b.org' };
  expect(parseEnv(environmentFile(values))).toEqual(values);
});
