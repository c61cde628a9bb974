import { sessionStore } from '#shared/data/session/session-store.ts';
import { Button } from '#shared/ui/button.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { useTask } from '#features/account/form/use-task.ts';
import { useVerificationCheck } from '#shared/data/session/use-verification-check.ts';

export function ResendVerification() {
  const { busy, done, failure, run } = useTask('Failed to send the email. Please try again.');
  useVerificationCheck();
  return (
    <div className="space-y-4">
      <FailureNotice text={failure} />
      <Button
        tone="plain"
        disabled={busy || done}
        onClick={() => run(async () => (await sessionStore.auth()).resendVerification())}
      >
        {busy ? 'Sending...' : done ? 'Sent' : 'Resend verification email'}
      </Button>
    </div>
  );
}
