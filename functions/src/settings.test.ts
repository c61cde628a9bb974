import { expect, test } from 'vitest';
import { neededSecrets, SECRET_NAMES, SETTING_NAMES } from './settings.ts';

test('secrets are asked for only by who uses them', () => {
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

test('every secret is a setting, and each has one reader', () => {
  expect(SETTING_NAMES).toEqual(expect.arrayContaining(SECRET_NAMES));
  expect(SETTING_NAMES).toEqual([...new Set(SETTING_NAMES)]);
});
