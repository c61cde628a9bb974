import { expect, test } from 'vitest';
import { accountMail, accountRequestSchema } from './account-mails.ts';

const request = accountRequestSchema.parse({
  email: 'ada@example.com',
  requestType: 'VERIFY_EMAIL',
  oobCode: 'code',
  oobLink: 'http://127.0.0.1:9099/emulator/action?mode=verifyEmail&oobCode=code',
});

test('a mail to verify an address holds its link and goes to that address', () => {
  const mail = accountMail(request);
  expect(mail.to.address).toBe('ada@example.com');
  expect(mail.subject).toBe('Verify your email address');
  expect(mail.text).toContain(`\n\n${request.oobLink}\n\n`);
});

test('a mail to reset a password says so', () => {
  expect(accountMail({ ...request, requestType: 'PASSWORD_RESET' }).subject).toBe(
    'Reset your password',
  );
});
