import { expect, test } from 'vitest';
import { requireOwnNames } from './allowed-caller.ts';

const SITE = { siteUrl: 'https://earshot.example', emulated: false };
const RUN = 'api-abc-uc.a.run.app';

function isAllowed(headers: Parameters<typeof requireOwnNames>[0], emulated = false): boolean {
  try {
    requireOwnNames(headers, { ...SITE, emulated });
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'host-not-allowed' });
    return false;
  }
}

test.each([
  [{ host: 'earshot.example' }],
  [{ host: 'earshot.example:443' }],
  [{ host: RUN, 'x-forwarded-host': 'earshot.example' }],
  [{ host: 'us-central1-shop.cloudfunctions.net' }],
  [{ host: RUN, 'x-forwarded-host': 'shop.web.app' }],
])('allows the host %j', (headers) => {
  expect(isAllowed(headers)).toBe(true);
});

test.each([
  [{}],
  [{ host: '' }],
  [{ host: 'evil.example' }],
  [{ host: 'evil.example', 'x-forwarded-host': 'earshot.example' }],
  [{ host: RUN, 'x-forwarded-host': 'evil.example' }],
  [{ host: RUN, 'x-forwarded-host': ['earshot.example', 'evil.example'] }],
  [{ host: 'earshot.example.evil.example' }],
  [{ host: 'evilearshot.example' }],
  [{ host: 'evil.example/a.run.app' }],
  [{ host: 'evil.example#.run.app' }],
  [{ host: 'a@earshot.example' }],
  [{ host: '127.0.0.1' }],
  [{ host: 'localhost:5050' }],
])('refuses the host %j', (headers) => {
  expect(isAllowed(headers)).toBe(false);
});

test('allows localhost in emulators and no other host', () => {
  for (const host of ['localhost:5050', '127.0.0.1:5051', '[::1]:5050']) {
    expect(isAllowed({ host }, true)).toBe(true);
  }
  expect(isAllowed({ host: 'evil.example' }, true)).toBe(false);
});
