import { useState } from 'react';
import { useMemberData } from '#shared/member/data/member-data-context.ts';
import type { SavedAlert } from '#shared/member/data/member-data.ts';
import { useWrite } from '#shared/member/hooks/use-write.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { AlertRow } from './alert-row.tsx';

type Action = 'delete' | 'pause' | 'resume';

interface AlertListProps {
  alerts: readonly SavedAlert[];
  /** Shows the keywords alone, for a place with little room. */
  compact?: boolean;
}

/** The person's alerts, newest first, each with the buttons that pause and delete it. */
export function AlertList({ alerts, compact = false }: AlertListProps) {
  const data = useMemberData();
  const [last, setLast] = useState<Action>('delete');
  const { busy, failed, run } = useWrite();

  function act(action: Action, write: () => Promise<void>) {
    setLast(action);
    run(write);
  }

  return (
    <>
      <FailureNotice text={failed ? `Failed to ${last} alert. Please try again.` : ''} />
      <ul className="divide-y divide-line">
        {alerts.map((alert) => (
          <AlertRow
            key={alert.id}
            alert={alert}
            compact={compact}
            busy={busy}
            onPause={() => act('pause', () => data.pauseAlert(alert.id))}
            onResume={() => act('resume', () => data.resumeAlert(alert.id))}
            onDelete={() => act('delete', () => data.deleteAlert(alert.id))}
          />
        ))}
      </ul>
    </>
  );
}
