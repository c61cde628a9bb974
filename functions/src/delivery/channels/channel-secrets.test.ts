import { Timestamp } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../contract/index.ts';
import { newChannelId, newSecret, newToken, signingSecrets, tokenHash } from './channel-secrets.ts';

const NOW = 1_790_000_000_000;
const made = (secret: string, agoMs: number) => ({
  secret,
  createdAt: Timestamp.fromMillis(NOW - agoMs),
});

test('signs with the old secret for a day, after the new one', () => {
  const signing = (agoMs: number) =>
    signingSecrets(
      { uid: 'ada', kind: 'webhook', secrets: [made('new', agoMs), made('old', 9 * DAY_MS)] },
      NOW,
    );
  expect(signing(0)).toEqual(['new', 'old']);
  expect(signing(DAY_MS - 1)).toEqual(['new', 'old']);
  expect(signing(DAY_MS)).toEqual(['new']);
  expect(signingSecrets({ uid: 'ada', kind: 'feed' }, NOW)).toEqual([]);
});

test('creates long and unique tokens, secrets and ids', () => {
  const many = Array.from({ length: 1000 }, () => [newToken(), newSecret(), newChannelId()]);
  expect(new Set(many.flat()).size).toBe(3000);
  for (const [token = '', secret = '', id = ''] of many) {
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
    expect(id).toMatch(/^[0-9a-z]{20}$/);
    expect(tokenHash(token)).toMatch(/^[0-9a-f]{64}$/);
  }
});

test.each(['', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}/`, `${'a'.repeat(42)}\n`])(
  'rejects %j as a token',
  (text) => {
    expect(tokenHash(text)).toBeNull();
  },
);
