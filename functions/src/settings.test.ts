import { expect, test } from 'vitest';
import { neededSecrets, SECRET_NAMES, SETTING_NAMES } from './settings.ts';

test('neededSecrets lists only the secrets of active settings', () => {
  expect(neededSecrets({})).toEqual(['UNSUBSCRIBE_KEY', 'SENDGRID_API_KEY']);
  expect(neededSecrets({ MAIL_TRANSPORT: 'smtp' })).toEqual(['UNSUBSCRIBE_KEY', 'SMTP_PASSWORD']);
  expect(neededSecrets({ MAIL_TRANSPORT: 'pigeon' })).toEqual(neededSecrets({}));
  expect(neededSecrets({ CATALOGUE_URL: 'postgres://db.example/x' })).toEqual([
    'CATALOGUE_PASSWORD',
    ...neededSecrets({}),
  ]);
  expect(neededSecrets({ TRANSCRIBE_URL: 'https://speech.example/v1' })).toContain(
    'TRANSCRIBE_KEY',
  );
});

test('every secret is a setting, and no setting is listed twice', () => {
  expect(SETTING_NAMES).toEqual(expect.arrayContaining(SECRET_NAMES));
  expect(SETTING_NAMES).toEqual([...new Set(SETTING_NAMES)]);
});
