import { describe, expect, test } from 'vitest';
import { checkSettings } from './check-settings.ts';

describe('checkSettings', () => {
  test('accepts unset and empty settings', () => {
    expect(() => checkSettings({})).not.toThrow();
    expect(() => checkSettings({ VITE_SITE_URL: '', VITE_ACCOUNTS: '' })).not.toThrow();
  });

  test('accepts the settings of another deployment', () => {
    const settings = {
      VITE_SITE_NAME: 'Overheard',
      VITE_SITE_URL: 'https://overheard.example',
      VITE_SUPPORT_EMAIL: 'help@overheard.example',
      VITE_ACCOUNTS: 'off',
      VITE_SIGN_UP: 'overheard.example, example.org',
      VITE_SEARCH_BACKEND: 'https://api.overheard.example/v1',
    };
    expect(() => checkSettings(settings)).not.toThrow();
  });

  test.each([
    ['VITE_SITE_URL', 'overheard'],
    ['VITE_SITE_URL', 'javascript:alert(1)'],
    ['VITE_SUPPORT_EMAIL', 'nobody'],
    ['VITE_ACCOUNTS', 'maybe'],
    ['VITE_SEARCH_BACKEND', 'api'],
    ['VITE_SIGN_UP', 'everybody'],
  ])('names the refused setting when %s is "%s"', (name, value) => {
    expect(() => checkSettings({ [name]: value })).toThrow(name);
  });
});
