import { MailCheck } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { AuthCard, AuthLink, SubmitButton } from './auth-card.tsx';
import { readText } from './read-text.ts';
import { useAuthAction } from './use-auth-action.ts';

export function ForgotPasswordPage() {
  const attempt = useAuthAction();
  const [sent, setSent] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = readText(event.currentTarget, 'email');
    setSent(false);
    setSent(await attempt.start('reset', (auth) => auth.resetPassword(email)));
  }

  return (
    <AuthCard
      name="Reset your password"
      heading="Reset your password"
      subheading="Enter your email, and we will send you a link to choose a new one"
      footer={
        <>
          Remembered it? <AuthLink to="/login">Back to sign in</AuthLink>
        </>
      }
    >
      <FailureNotice text={attempt.failure} />
      <div role="status" className={sent ? undefined : 'sr-only'}>
        {sent && (
          <p className="flex gap-3 rounded-xl border border-line bg-sunken p-4 text-[0.9375rem] leading-relaxed font-medium">
            <MailCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-link" />
            Check your inbox for further instructions
          </p>
        )}
      </div>
      <form method="post" onSubmit={(event) => void submit(event)} className="space-y-5">
        <TextField label="Email" name="email" type="email" autoComplete="email" required />
        <SubmitButton busy={attempt.busy} busyText="Sending...">
          Reset Password
        </SubmitButton>
      </form>
    </AuthCard>
  );
}
