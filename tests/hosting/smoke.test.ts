import { expect, test } from 'vitest';
import { smokeTest } from '../../tools/smoke/smoke-test.ts';
import { siteUrl } from '../support/stack.ts';

/** The emulators do not restrict callers, so this check runs only on deployed functions. */
const closed = {};

test('passes the smoke test of a deployment, with a closed database', async () => {
  const documents = `http://${process.env['FIRESTORE_EMULATOR_HOST']}/v1/projects/${process.env['GCLOUD_PROJECT']}/databases/(default)/documents`;
  const hidden = { 'a person’s document': `${documents}/users/nobody` };
  const results = await smokeTest({ site: siteUrl(), closed, hidden }, 10);
  // The Hosting emulator has no helper for signing in with Google.
  const isOfGoogle = (text: string) => text.startsWith('/__/auth/');
  expect(results.filter(({ ok, text }) => !ok && !isOfGoogle(text))).toEqual([]);
  expect(results.map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      'a search is answered',
      'the catalogue has episodes',
      'pages name files that are there',
      'a person’s document cannot be read by strangers',
    ]),
  );
});
