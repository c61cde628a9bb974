import type { AuthBlockingEvent } from 'firebase-functions/v2/identity';
import { afterEach, expect, test, vi } from 'vitest';
import { admitAccount } from './admit-account-endpoint.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

async function admit(rule: string, email: string | undefined) {
  vi.stubEnv('SIGN_UP', rule);
  const { run } = admitAccount as unknown as { run: (event: AuthBlockingEvent) => unknown };
  await run({ data: { email } } as AuthBlockingEvent);
}

test.each([
  ['open', 'ada@example.org'],
  ['heard.test', 'ada@heard.test'],
])('with %s, %s gets an account', async (rule, email) => {
  await expect(admit(rule, email)).resolves.toBeUndefined();
});

test.each([
  ['closed', 'ada@heard.test'],
  ['heard.test', 'ada@example.org'],
  ['heard.test', undefined],
  ['a typo', 'ada@heard.test'],
])('with %s, %s gets none', async (rule, email) => {
  await expect(admit(rule, email)).rejects.toMatchObject({
    code: 'permission-denied',
    message: 'sign-up-refused',
  });
});
