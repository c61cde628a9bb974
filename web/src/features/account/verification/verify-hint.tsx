import { MailWarning } from 'lucide-react';
import { sessionStore } from '#shared/session/session-store.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import { useTask } from '#features/account/form/use-task.ts';
import { useVerificationCheck } from './use-verification-check.ts';

export function VerifyHint({ email }: { email: string }) {
  const { busy, done, failure, run } = useTask('The email could not be sent. Please try again.');
  useVerificationCheck();
  return (
    <section
      aria-label="Verify your email"
      className="space-y-3 rounded-2xl bg-sunken px-5 py-4 text-[0.9375rem] leading-relaxed"
    >
      <div className="flex gap-3">
        <MailWarning aria-hidden className="mt-0.5 size-5 shrink-0 text-link" strokeWidth={1.75} />
        <div className="flex min-w-0 flex-1 flex-wrap gap-x-5 gap-y-1">
          <p className="min-w-0 flex-1 basis-52 text-soft">
            <strong className="font-semibold text-ink">Verify your email to get alerts.</strong> We
            sent a link to <span className="font-medium wrap-anywhere text-ink">{email}</span>.
          </p>
          <TextButton
            disabled={busy || done}
            onClick={() => run(async () => (await sessionStore.auth()).resendVerification())}
            className="self-start"
          >
            {busy ? 'Sending...' : done ? 'Sent' : 'Resend'}
          </TextButton>
        </div>
      </div>
      <FailureNotice text={failure} />
    </section>
  );
}
