import { useState } from 'react';
import { useCall } from '#shared/data/hooks/use-call.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';

interface SendAgainProps {
  /** Id of the delivery. */
  id: string;
  subject: string;
}

/** A button that sends a failed message to its channel again. */
export function SendAgain({ id, subject }: SendAgainProps) {
  const [isAsked, setAsked] = useState(false);
  const { busy, failure, run } = useCall('Could not send it again. Please try again.');
  return (
    <div>
      <p role="status" className="text-sm text-soft empty:hidden">
        {isAsked ? 'Sending it again.' : ''}
      </p>
      {!isAsked && (
        <TextButton
          disabled={busy}
          className="min-h-9 text-sm disabled:opacity-70"
          onClick={() =>
            run(async ({ resendDelivery }) => {
              await resendDelivery(id);
              setAsked(true);
            })
          }
        >
          Send again<span className="sr-only">: {subject}</span>
        </TextButton>
      )}
      <FailureNotice text={failure} />
    </div>
  );
}
