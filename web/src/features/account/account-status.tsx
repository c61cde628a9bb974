import { CircleCheck, MailWarning } from 'lucide-react';
import { sessionStore } from '#shared/session/session-store.ts';
import { Button } from '#shared/ui/button.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { Panel } from './panel.tsx';
import { useTask } from './use-task.ts';
import { useVerificationCheck } from './use-verification-check.ts';

/** Whether the address is verified, with what to do where it is not. */
export function AccountStatus({ verified }: { verified: boolean }) {
  const { busy, done, failure, run } = useTask('The e-mail could not be sent. Please try again.');
  useVerificationCheck(verified);
  const Icon = verified ? CircleCheck : MailWarning;
  return (
    <Panel title="Account Status">
      <p className="flex items-center gap-3">
        <Icon aria-hidden className="size-5 shrink-0 text-link" strokeWidth={1.75} />
        Email verified: {verified ? 'Yes' : 'No'}
      </p>
      <p className="flex items-center gap-3">
        <CircleCheck aria-hidden className="size-5 shrink-0 text-link" strokeWidth={1.75} />
        Account active
      </p>
      {!verified && (
        <>
          <p className="text-[0.9375rem] leading-relaxed text-soft">
            Alerts are sent only to an address that is verified. Open the link in the e-mail we sent
            you, then come back here.
          </p>
          <FailureNotice text={failure} />
          <Button
            tone="plain"
            disabled={busy || done}
            onClick={() => run(async () => (await sessionStore.auth()).resendVerification())}
          >
            {busy ? 'Sending...' : done ? 'Sent' : 'Resend verification e-mail'}
          </Button>
        </>
      )}
    </Panel>
  );
}
