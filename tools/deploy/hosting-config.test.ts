import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../processes/repository.ts';
import { hostingConfig, requireOwnCallables } from './hosting-config.ts';

const firebaseJson: unknown = JSON.parse(
  readFileSync(path.join(REPOSITORY, 'firebase.json'), 'utf8'),
);
const deployment = {
  project: 'my-earshot',
  region: 'us-central1',
  isPreview: false,
  assets: ['index-DiwrgTda.js', 'home-B2_x-9aZ.css'],
  includeSubDomains: false,
};

/** Returns the values of a header, each with its source pattern. */
function sent(key: string, changes: Partial<typeof deployment> = {}) {
  const { hosting } = hostingConfig(firebaseJson, { ...deployment, ...changes });
  return hosting.headers.flatMap(({ source, headers }) =>
    headers.filter((header) => header.key === key).map(({ value }) => ({ source, value })),
  );
}

test('caches only existing assets for a year', () => {
  const kept = sent('Cache-Control').filter(({ value }) => value.includes('immutable'));
  expect(kept.map(({ source }) => source)).toEqual([
    '/assets/index-DiwrgTda.js',
    '/assets/home-B2_x-9aZ.css',
  ]);
});

test('allows pages to call the functions of their own project only', () => {
  const [policy] = sent('Content-Security-Policy');
  expect(policy?.value).toContain(' https://us-central1-my-earshot.cloudfunctions.net');
  expect(policy?.value).not.toContain('*.cloudfunctions.net');
});

test('refuses firebase.json for a project whose functions it does not name', () => {
  expect(JSON.stringify(firebaseJson)).not.toContain('*.cloudfunctions.net');
  const own = { project: 'demo-earshot', region: 'us-central1' };
  expect(() => requireOwnCallables(firebaseJson, own)).not.toThrow();
  for (const other of [
    { ...own, project: 'my-earshot' },
    { ...own, region: 'europe-west1' },
  ]) {
    expect(() => requireOwnCallables(firebaseJson, other)).toThrow(
      `https://${other.region}-${other.project}.cloudfunctions.net`,
    );
  }
});

test('requires https of subdomains only if the operator chooses it', () => {
  const values = (includeSubDomains: boolean) =>
    sent('Strict-Transport-Security', { includeSubDomains }).map(({ value }) => value);
  expect(new Set(values(false))).toEqual(new Set(['max-age=31536000']));
  expect(new Set(values(true))).toEqual(new Set(['max-age=31536000; includeSubDomains']));
});

/** Returns the functions of the rewrites, with their regions. */
function called(changes: Partial<typeof deployment> = {}) {
  const { hosting } = hostingConfig(firebaseJson, { ...deployment, ...changes });
  return hosting.rewrites.flatMap((rewrite) => rewrite.function ?? []);
}

test('rewrites name the region of the deployed functions', () => {
  const regions = (region: string) => new Set(called({ region }).map((one) => one['region']));
  expect(regions('us-central1')).toEqual(new Set(['us-central1']));
  expect(regions('europe-west1')).toEqual(new Set(['europe-west1']));
  expect(sent('Content-Security-Policy', { region: 'europe-west1' })[0]?.value).toContain(
    ' https://europe-west1-my-earshot.cloudfunctions.net',
  );
});

test('a preview has no functions that change people’s data or suppressed addresses', () => {
  const names = (isPreview: boolean) => [
    ...new Set(called({ isPreview }).map(({ functionId }) => functionId)),
  ];
  expect(names(false)).toEqual(
    expect.arrayContaining(['search', 'pages', 'unsubscribe', 'mailEvents']),
  );
  expect(names(true)).toEqual(['search', 'health', 'feeds', 'pages']);
});

test('publishes everything else as in firebase.json', () => {
  const { hosting, functions, ...rest } = hostingConfig(firebaseJson, deployment);
  expect(firebaseJson).toMatchObject({
    ...rest,
    functions: { ...functions, predeploy: expect.any(Array) as unknown },
    hosting: { ...hosting, headers: expect.any(Array) as unknown },
  });
});
