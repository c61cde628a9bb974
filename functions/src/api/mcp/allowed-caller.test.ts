import { expect, test } from 'vitest';
import { requireAllowedCaller } from './allowed-caller.ts';

const SITE = {
  siteUrl: 'https://earshot.example',
  origins: ['https://console.example'],
  emulated: false,
};
const RUN = 'api-abc-uc.a.run.app';

function isAllowed(headers: Parameters<typeof requireAllowedCaller>[0], emulated = false): boolean {
  try {
    requireAllowedCaller(headers, { ...SITE, emulated });
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
  [{ host: RUN, origin: 'https://earshot.example' }],
  [{ host: RUN, origin: 'https://console.example' }],
  [{ host: RUN, origin: undefined }],
])('allows %j', (headers) => {
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
  [{ host: RUN, origin: 'null' }],
  [{ host: RUN, origin: '' }],
  [{ host: RUN, origin: 'evil.example' }],
  [{ host: RUN, origin: 'https://evil.example' }],
  [{ host: RUN, origin: 'https://earshot.example.evil.example' }],
  [{ host: RUN, origin: 'https://evilearshot.example' }],
  [{ host: RUN, origin: 'http://earshot.example' }],
  [{ host: RUN, origin: 'https://earshot.example:8443' }],
  [{ host: RUN, origin: 'https://earshot.example, https://evil.example' }],
  [{ host: RUN, origin: 'https://earshot.example@evil.example' }],
  [{ host: RUN, origin: 'https://shop.web.app' }],
  [{ host: RUN, origin: `https://${RUN}` }],
  [{ host: RUN, origin: 'http://localhost:6274' }],
  [{ host: RUN, origin: 'chrome-extension://abcdef' }],
])('refuses %j', (headers) => {
  expect(isAllowed(headers)).toBe(false);
});

test('allows localhost in emulators and no other host', () => {
  for (const host of ['localhost:5050', '127.0.0.1:5051', '[::1]:5050']) {
    expect(isAllowed({ host }, true)).toBe(true);
    expect(isAllowed({ host, origin: `http://${host}` }, true)).toBe(true);
  }
  expect(isAllowed({ host: 'localhost', origin: 'http://evil.example' }, true)).toBe(false);
  expect(isAllowed({ host: 'evil.example' }, true)).toBe(false);
});
