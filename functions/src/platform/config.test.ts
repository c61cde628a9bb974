import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const catalogue = { CATALOGUE_URL: 'file:/tmp/catalogue.db' };

test('reads settings, and uses defaults for unset and empty ones', () => {
  expect(readConfig({ ...catalogue, SEARCH_REQUESTS_PER_MINUTE: '' })).toMatchObject({
    CATALOGUE_URL: 'file:/tmp/catalogue.db',
    SEARCH_REQUESTS_PER_MINUTE: 30,
    CORS_ORIGINS: [],
    FUNCTIONS_EMULATOR: false,
  });
  expect(
    readConfig({
      ...catalogue,
      CORS_ORIGINS: 'https://a.example, https://b.example',
      FUNCTIONS_EMULATOR: 'true',
    }),
  ).toMatchObject({
    CORS_ORIGINS: ['https://a.example', 'https://b.example'],
    FUNCTIONS_EMULATOR: true,
  });
});

test('names every invalid setting', () => {
  expect(() => readConfig({ SEARCH_REQUESTS_PER_MINUTE: 'many', CORS_ORIGINS: 'nowhere' })).toThrow(
    /CATALOGUE_URL.*SEARCH_REQUESTS_PER_MINUTE.*CORS_ORIGINS/s,
  );
  expect(() => readConfig({ CATALOGUE_URL: 'mysql://x' })).toThrow(
    /CATALOGUE_URL must begin with file:, gs: or postgres:/,
  );
});

test('the catalogue of a deployment defaults to the project’s bucket', () => {
  const deployed = { FIREBASE_CONFIG: '{"projectId":"p","storageBucket":"p.example"}' };
  expect(readConfig(deployed).CATALOGUE_URL).toBe('gs://p.example/catalogue.db');
  expect(readConfig(deployed).STORAGE_EMULATOR_HOST).toBeUndefined();
  expect(readConfig({ ...deployed, ...catalogue }).CATALOGUE_URL).toBe(catalogue.CATALOGUE_URL);
  for (const without of [
    { ...deployed, FUNCTIONS_EMULATOR: 'true' },
    { FIREBASE_CONFIG: '{"projectId":"p","storageBucket":""}' },
    { FIREBASE_CONFIG: 'no JSON' },
  ]) {
    expect(() => readConfig(without)).toThrow(/CATALOGUE_URL must be set/);
  }
});

test('reads the address of a storage emulator without its slash', () => {
  expect(
    readConfig({ ...catalogue, STORAGE_EMULATOR_HOST: 'http://127.0.0.1:9199/' }),
  ).toMatchObject({ STORAGE_EMULATOR_HOST: 'http://127.0.0.1:9199' });
});

test('reads the replica and the password of a PostgreSQL server', () => {
  const CATALOGUE_URL = 'postgresql://earshot@db.example/catalogue';
  const alone = readConfig({ CATALOGUE_URL });
  expect(alone.CATALOGUE_URL).toBe(CATALOGUE_URL);
  expect([alone.CATALOGUE_PASSWORD, alone.CATALOGUE_READ_URL]).toEqual([undefined, undefined]);
  const CATALOGUE_READ_URL = 'postgres://replica.example/catalogue';
  expect(readConfig({ CATALOGUE_URL, CATALOGUE_READ_URL, CATALOGUE_PASSWORD: 'p' })).toMatchObject({
    CATALOGUE_READ_URL: CATALOGUE_READ_URL,
    CATALOGUE_PASSWORD: 'p',
  });
  expect(() => readConfig({ CATALOGUE_URL, CATALOGUE_READ_URL: 'gs://b/o' })).toThrow(
    /CATALOGUE_READ_URL must begin with postgres:/,
  );
});

test('a search provider requires its settings', () => {
  const provided = (settings: object) => readConfig({ ...catalogue, ...settings });
  expect(provided({}).SEARCH_PROVIDER).toBe('catalogue');
  expect(() => provided({ SEARCH_PROVIDER: 'http', SEARCH_BACKEND_URL: '' })).toThrow(
    /SEARCH_BACKEND_URL must be set/,
  );
  expect(() => provided({ SEARCH_PROVIDER: 'other' })).toThrow(/SEARCH_PROVIDER/);
  expect(
    provided({ SEARCH_PROVIDER: 'http', SEARCH_BACKEND_URL: 'https://b.example/' }),
  ).toMatchObject({
    SEARCH_PROVIDER: 'http',
    SEARCH_BACKEND_URL: 'https://b.example',
  });
});

test('normalizes origins to scheme, host and port', () => {
  const { CORS_ORIGINS } = readConfig({ ...catalogue, CORS_ORIGINS: 'https://A.example:443/x/,' });
  expect(CORS_ORIGINS).toEqual(['https://a.example']);
});

test('rate limits default to Firestore, and to memory under the emulators', () => {
  const storeOf = (settings: object) => readConfig({ ...catalogue, ...settings }).RATE_LIMIT_STORE;
  expect(storeOf({})).toBe('firestore');
  expect(storeOf({ RATE_LIMIT_STORE: 'memory' })).toBe('memory');
  expect(storeOf({ FUNCTIONS_EMULATOR: 'true' })).toBe('memory');
  expect(storeOf({ FUNCTIONS_EMULATOR: 'true', RATE_LIMIT_STORE: 'firestore' })).toBe('firestore');
});

test('trusted proxies must be a list of networks', () => {
  const networks = (list: string) =>
    readConfig({ ...catalogue, TRUSTED_PROXIES: list }).TRUSTED_PROXIES;
  expect(networks('')).toEqual([]);
  expect(networks('192.0.2.0/24, 2001:db8::/32')).toEqual(['192.0.2.0/24', '2001:db8::/32']);
  expect(() => networks('192.0.2.0/33')).toThrow(/TRUSTED_PROXIES/);
  expect(() => networks('all')).toThrow(/TRUSTED_PROXIES/);
});
