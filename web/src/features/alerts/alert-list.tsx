import { useMemberData } from '#shared/member/member-data-context.ts';
import { useWrite } from '#shared/member/use-write.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import type { SavedAlert } from '#shared/member/member-data.ts';
import { AlertRow } from './alert-row.tsx';

/** The person's alerts, newest first, each with its delete button. */
export function AlertList({ alerts }: { alerts: readonly SavedAlert[] }) {
  const data = useMemberData();
  const { busy, failed, run } = useWrite();
  return (
    <>
      <FailureNotice text={failed ? 'Failed to delete alert. Please try again.' : ''} />
      <ul className="divide-y divide-line">
        {alerts.map((alert) => (
          <AlertRow
            key={alert.id}
            alert={alert}
            busy={busy}
            onDelete={() => run(() => data.deleteAlert(alert.id))}
          />
        ))}
      </ul>
    </>
  );
}
