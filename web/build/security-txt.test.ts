// @vitest-environment node
import { expect, test } from 'vitest';
import { securityTxt } from './security-txt.ts';

test('security.txt has contact, canonical URL and an expiry within a year', () => {
  const site = { url: 'https://heard.example', supportEmail: 'help@heard.example' };
  const built = Date.UTC(2026, 10, 25);
  const text = securityTxt(site, built);
  expect(text).toContain('Contact: mailto:help@heard.example\n');
  expect(text).toContain('Canonical: https://heard.example/.well-known/security.txt\n');
  const expires = Date.parse(/^Expires: (\S+Z)$/m.exec(text)?.[1] ?? '');
  expect(expires).toBeGreaterThan(built + 300 * 86_400_000);
  expect(expires).toBeLessThan(built + 365 * 86_400_000);
});
