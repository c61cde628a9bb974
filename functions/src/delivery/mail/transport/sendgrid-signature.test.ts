import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isSignedReport, MAX_EVENT_AGE_MS } from './sendgrid-signature.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const body = Buffer.from(
  '[{"event":"bounce", "email":"Ångström@example.com", "timestamp":1795262399}]\r\n',
);
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const shownKey = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');

function signed(timestamp: string) {
  const signature = sign('sha256', Buffer.concat([Buffer.from(timestamp), body]), privateKey);
  return { body, timestamp, signature: signature.toString('base64') };
}

function report(signedAtMs = now) {
  return signed(String(Math.floor(signedAtMs / 1000)));
}

test('accepts a report that SendGrid signed', () => {
  expect(isSignedReport(report(), shownKey, now)).toBe(true);
});

test('accepts a report for 25 hours, because SendGrid retries for a day', () => {
  expect(isSignedReport(report(now - MAX_EVENT_AGE_MS), shownKey, now)).toBe(true);
  expect(isSignedReport(report(now - MAX_EVENT_AGE_MS - 1000), shownKey, now)).toBe(false);
  expect(isSignedReport(report(now - 24 * 3_600_000), shownKey, now)).toBe(true);
  expect(isSignedReport(report(now - 26 * 3_600_000), shownKey, now)).toBe(false);
});

test('accepts a clock up to five minutes ahead', () => {
  expect(isSignedReport(report(now + 300_000), shownKey, now)).toBe(true);
  expect(isSignedReport(report(now + 301_000), shownKey, now)).toBe(false);
});

describe('isSignedReport', () => {
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
  const otherKey = other.export({ format: 'der', type: 'spki' }).toString('base64');
  test.each([
    ['a body with one byte changed', { body: Buffer.concat([body, Buffer.from(' ')]) }, shownKey],
    ['another timestamp', { timestamp: String(now / 1000 - 1) }, shownKey],
    ['another key', {}, otherKey],
    ['no signature', { signature: '' }, shownKey],
    ['a malformed signature', { signature: 'AAAA' }, shownKey],
    ['a malformed timestamp', { timestamp: 'NaN' }, shownKey],
  ])('refuses a report with %s', (_name, changed, key) => {
    expect(isSignedReport({ ...report(), ...changed }, key, now)).toBe(false);
  });
});

describe('a signature without a valid timestamp', () => {
  test('refuses a report whose border between timestamp and body was moved', () => {
    const { timestamp, signature } = report();
    const bytes = Buffer.concat([Buffer.from(timestamp), body]);
    for (let border = 0; border < bytes.length; border += 1) {
      if (border === timestamp.length) continue;
      const moved = {
        timestamp: bytes.subarray(0, border).toString(),
        body: bytes.subarray(border),
        signature,
      };
      expect(isSignedReport(moved, shownKey, now), moved.timestamp).toBe(false);
    }
  });

  test.each(['NaN', '', 'yesterday', '1795262400 or so', 'about 1795262400'])(
    'refuses a signed timestamp that is not a number of seconds: %j',
    (timestamp) => {
      expect(isSignedReport(signed(timestamp), shownKey, now)).toBe(false);
    },
  );
});
