import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const catalogue = { CATALOGUE_URL: 'file:/tmp/catalogue.db' };

test('reads what is set and fills in the defaults; an empty setting is an unset one', () => {
  expect(readConfig({ ...catalogue, SEARCH_REQUESTS_PER_MINUTE: '' })).toMatchObject({
    catalogueUrl: 'file:/tmp/catalogue.db',
    searchRequestsPerMinute: 30,
    corsOrigins: [],
    emulated: false,
  });
  expect(
    readConfig({
      ...catalogue,
      CORS_ORIGINS: 'https://a.example, https://b.example',
      FUNCTIONS_EMULATOR: 'true',
    }),
  ).toMatchObject({ corsOrigins: ['https://a.example', 'https://b.example'], emulated: true });
});

test('names every setting that is wrong', () => {
  expect(() => readConfig({ SEARCH_REQUESTS_PER_MINUTE: 'many', CORS_ORIGINS: 'nowhere' })).toThrow(
    /CATALOGUE_URL.*SEARCH_REQUESTS_PER_MINUTE.*CORS_ORIGINS/s,
  );
  expect(() => readConfig({ CATALOGUE_URL: 'mysql://x' })).toThrow(
    /CATALOGUE_URL must begin with file:/,
  );
});
