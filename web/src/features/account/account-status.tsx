import { CircleCheck, MailWarning } from 'lucide-react';
import { Panel } from '#features/account/form/panel.tsx';
import { ResendVerification } from '#features/account/verification/resend-verification.tsx';

/** Whether the address is verified, with what to do where it is not. */
export function AccountStatus({ verified }: { verified: boolean }) {
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
            Alerts are sent only to an address that is verified. Open the link in the email we sent
            you, then come back here.
          </p>
          <ResendVerification />
        </>
      )}
    </Panel>
  );
}
