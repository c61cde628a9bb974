import { MailWarning } from 'lucide-react';
import { sessionStore } from '#shared/data/session/session-store.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import { useTask } from '#features/account/form/use-task.ts';
import { useVerificationCheck } from '#shared/data/session/use-verification-check.ts';

export function VerifyHint({ email }: { email: string }) {
  const { busy, done, failure, run } = useTask('Failed to send the email. Please try again.');
  useVerificationCheck();
  return (
    <section
      aria-label="Verify your email"
      className="space-y-3 rounded-2xl bg-sunken px-4 py-3 text-[0.9375rem] leading-snug sm:px-5 sm:py-4"
    >
      <div className="flex gap-3">
        <MailWarning aria-hidden className="mt-0.5 size-5 shrink-0 text-link" strokeWidth={1.75} />
        <p className="min-w-0 flex-1 text-soft">
          <strong className="font-semibold text-ink">Verify your email to get alerts.</strong> We
          sent a link to <span className="font-medium wrap-anywhere text-ink">{email}</span>.{' '}
          <TextButton
            disabled={busy || done}
            onClick={() => run(async () => (await sessionStore.auth()).resendVerification())}
          >
            {busy ? 'Sending...' : done ? 'Sent' : 'Resend'}
          </TextButton>
        </p>
      </div>
      <FailureNotice text={failure} />
    </section>
  );
}
