import { expect, test } from 'vitest';
import { readConfig } from '../../platform/config.ts';
import { catalogueAccess } from './catalogue-access.ts';

const CATALOGUE_URL = 'gs://bucket/catalogue.db';

test('uses Google Cloud Storage, or an emulator without credentials', async () => {
  const access = (settings: object) => catalogueAccess(readConfig({ CATALOGUE_URL, ...settings }));
  expect(access({}).storage.origin).toBe('https://storage.googleapis.com');
  const { origin, token } = access({ STORAGE_EMULATOR_HOST: 'http://127.0.0.1:9199/' }).storage;
  expect(origin).toBe('http://127.0.0.1:9199');
  expect(await token()).toBeNull();
});

test('passes password and replica of a server', () => {
  const CATALOGUE_READ_URL = 'postgres://replica.example/catalogue';
  const settings = { CATALOGUE_URL, CATALOGUE_READ_URL, CATALOGUE_PASSWORD: 'p' };
  expect(catalogueAccess(readConfig(settings)).postgres).toEqual({
    password: 'p',
    readUrl: CATALOGUE_READ_URL,
  });
});
