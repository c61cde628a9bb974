import { expect, test } from 'vitest';
import { allowLoopback } from './allow-loopback.ts';

test('a local run may connect to this machine, show its pictures and play its sounds, and run no more scripts', () => {
  const policy =
    "default-src 'self'; script-src 'self'; img-src 'self' https:; media-src https:; connect-src 'self'";
  expect(allowLoopback(policy)).toBe(
    "default-src 'self'; script-src 'self'; " +
      "img-src 'self' https: http://127.0.0.1:* http://localhost:*; " +
      'media-src https: http://127.0.0.1:* http://localhost:*; ' +
      "connect-src 'self' http://127.0.0.1:* http://localhost:*",
  );
});
