import * as z from 'zod';

/** What the Auth emulator keeps instead of mailing it. */
export const accountRequestSchema = z.object({
  email: z.string(),
  requestType: z.string(),
  oobCode: z.string(),
  oobLink: z.url({ protocol: /^http$/ }),
});

type AccountRequest = z.infer<typeof accountRequestSchema>;

const TEXTS = new Map([
  ['VERIFY_EMAIL', { subject: 'Verify your email address', todo: 'verify your email address' }],
  ['PASSWORD_RESET', { subject: 'Reset your password', todo: 'choose a new password' }],
]);

/** The mail that Firebase would send from a deployed project, for a local inbox. */
export function accountMail({ email, requestType, oobLink }: AccountRequest) {
  const known = TEXTS.get(requestType) ?? { subject: 'Your account', todo: 'go on' };
  return {
    from: { name: 'Accounts', address: 'noreply@earshot.example' },
    to: { name: '', address: email },
    subject: known.subject,
    text: `Hello,\n\nfollow this link to ${known.todo}:\n\n${oobLink}\n\nIf you did not ask for it, ignore this mail.\n`,
  };
}
