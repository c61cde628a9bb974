import { expect, test } from 'vitest';
import { prefersRedirect } from './prefers-redirect.ts';

const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/156.0 Mobile';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15';

test.each([
  ['a popup on a desktop', DESKTOP, false, false, false],
  ['a redirect on Android', ANDROID, false, false, true],
  ['a redirect on an iPhone', IPHONE, false, false, true],
  ['a redirect in an installed app', DESKTOP, true, false, true],
  ['a redirect inside a frame', DESKTOP, false, true, true],
])('Google sign-in uses %s', (_name, userAgent, standalone, framed, redirect) => {
  expect(prefersRedirect({ userAgent, standalone, framed })).toBe(redirect);
});
