import { MailWarning } from 'lucide-react';
import { useCall } from './hooks/use-call.ts';
import { useState } from 'react';
import { sessionStore, useSession } from '#shared/data/session/session-store.ts';
import { useVerificationCheck } from '#shared/data/session/use-verification-check.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';

export function useUnverifiedEmail(): string | null {
  const session = useSession();
  return session.status === 'signed-in' && !session.user.emailVerified ? session.user.email : null;
}

interface VerifyFirstProps {
  /** Completes "Verify your email to …". */
  to: string;
  email: string;
}

/** Replaces a form that needs a verified address; explains why, and resends the link. */
export function VerifyFirst({ to, email }: VerifyFirstProps) {
  const [isSent, setSent] = useState(false);
  const { busy, failure, run } = useCall('Failed to send the email. Please try again.');
  useVerificationCheck();
  return (
    <div className="space-y-3 rounded-2xl bg-sunken px-4 py-3 text-[0.9375rem] leading-6 sm:px-5 sm:py-4">
      <div className="flex gap-3">
        <MailWarning aria-hidden className="mt-0.5 size-5 shrink-0 text-link" strokeWidth={1.75} />
        <p className="min-w-0 flex-1 text-soft">
          <strong className="font-semibold text-ink">{`Verify your email to ${to}.`}</strong>{' '}
          <span>This makes sure that nobody else uses your address. We sent a link to</span>{' '}
          <span className="font-medium wrap-anywhere text-ink">{email}</span>
          <span>.</span>{' '}
          <TextButton
            disabled={busy || isSent}
            onClick={() =>
              run(async () => {
                await (await sessionStore.auth()).resendVerification();
                setSent(true);
              })
            }
          >
            {busy ? 'Sending...' : isSent ? 'Sent' : 'Resend'}
          </TextButton>
        </p>
      </div>
      <FailureNotice text={failure} />
    </div>
  );
}
