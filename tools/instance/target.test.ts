import { expect, test } from 'vitest';
import {
  actsOnText,
  catalogueUrlOf,
  documentsEnvironment,
  localCatalogueUrl,
  localTarget,
  targetOf,
} from './target.ts';

const bucketOf = (project: string) => Promise.resolve(`${project}.firebasestorage.app`);
const noBucket = () => Promise.reject(new Error('not called'));

test('no project means the local run, with its ports and its catalogue', async () => {
  const target = targetOf({ EARSHOT_PORT_OFFSET: '200' }, undefined);
  expect(actsOnText(target)).toBe('Acts on the local run at http://localhost:5250 (demo-earshot).');
  expect(await catalogueUrlOf(target, noBucket)).toMatch(
    /^file:.+\/\.data\/ports-200\/catalogue\.db$/,
  );
  expect(documentsEnvironment(target)).toEqual({
    GOOGLE_CLOUD_PROJECT: 'demo-earshot',
    FIRESTORE_EMULATOR_HOST: '127.0.0.1:8285',
    FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9299',
  });
});

test('CATALOGUE_URL overrides the default of the local run and of a project', async () => {
  const environment = { CATALOGUE_URL: 'postgres://earshot@host/earshot', EARSHOT_PORT_OFFSET: '' };
  for (const project of [undefined, 'heard-radio']) {
    const target = targetOf(environment, project);
    expect(await catalogueUrlOf(target, noBucket)).toBe(environment.CATALOGUE_URL);
  }
  expect(localCatalogueUrl(localTarget(environment))).toBe(environment.CATALOGUE_URL);
});

test('a project has its own catalogue and documents', async () => {
  const target = targetOf({ EARSHOT_PORT_OFFSET: '200', CATALOGUE_URL: '' }, 'heard-radio');
  expect(actsOnText(target)).toBe('Acts on the deployed project heard-radio.');
  expect(await catalogueUrlOf(target, bucketOf)).toBe(
    'gs://heard-radio.firebasestorage.app/catalogue.db',
  );
  expect(documentsEnvironment(target)).toEqual({ GOOGLE_CLOUD_PROJECT: 'heard-radio' });
});

test('refuses a file as the catalogue of a project', async () => {
  const target = targetOf({ CATALOGUE_URL: 'file:catalogue.db' }, 'heard-radio');
  await expect(catalogueUrlOf(target, bucketOf)).rejects.toThrow('which no deployed project has');
});

test.each(['demo-earshot', 'Heard', 'x', 'heard_radio', ''])(
  'refuses %j as the id of a deployed project',
  (name) => {
    expect(() => targetOf({}, name)).toThrow(`"${name}" cannot be the id`);
  },
);

test('refuses an invalid port offset', () => {
  expect(() => targetOf({ EARSHOT_PORT_OFFSET: 'many' }, undefined)).toThrow('EARSHOT_PORT_OFFSET');
});
