import { alertKeywords } from 'functions/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type AlertIntent, forgetIntent } from '#features/alerts/pending-alert/alert-intent.ts';
import { useMemberData } from '#shared/data/member/member-data-context.ts';
import { useAlerts } from '#shared/data/hooks/use-live-list.ts';
import { useWrite } from '#shared/data/hooks/use-write.ts';
import { MemberArea } from '#shared/data/member-area.tsx';
import { Button } from '#shared/ui/button.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { AlertCreated } from './alert-created.tsx';
import { AlertPlace } from './alert-place.tsx';
import { isSameAlert } from './keyword-problem.ts';
import { useAddAlerts } from './use-add-alerts.ts';

interface IntendedAlertProps {
  intent: AlertIntent;
  onUndone: () => void;
  verify?: ReactNode;
}

/**
 * Saves the alerts that a person requested before signing in. Skips existing alerts, for instance after a
 * reload.
 */
export function IntendedAlert(props: IntendedAlertProps) {
  return (
    <MemberArea fallback={<AlertPlace />}>
      <Intended {...props} />
    </MemberArea>
  );
}

function Intended({ intent, onUndone, verify }: IntendedAlertProps) {
  const data = useMemberData();
  const alerts = useAlerts();
  const isKnown = alerts.status === 'ready';
  const [created, setCreated] = useState<readonly string[]>();
  const { status, add, addedIds, failureText } = useAddAlerts();
  const undoing = useWrite();
  const wasSent = useRef(false);

  function save() {
    if (alerts.status !== 'ready') return;
    const missing = alertKeywords(intent.keywords).filter(
      (wanted) => !alerts.items.some((alert) => isSameAlert(alert, wanted)),
    );
    const onDone = () => {
      forgetIntent();
      setCreated(missing);
    };
    if (missing.length === 0) onDone();
    else add(missing, onDone, { spoken: intent.spoken, onlyAbout: intent.onlyAbout });
  }

  useEffect(() => {
    if (!isKnown || wasSent.current) return;
    wasSent.current = true;
    save();
  });

  function undo() {
    undoing.run(() => data.deleteAlerts(addedIds), onUndone);
  }

  if (alerts.status === 'failed') return null;
  if (created) {
    return (
      <div className="space-y-3">
        <FailureNotice text={undoing.failed ? 'Failed to delete alert. Please try again.' : ''} />
        <AlertCreated
          created={created}
          otherNames={intent.otherNames}
          onUndo={undo}
          verify={verify}
        />
      </div>
    );
  }
  if (status === 'failed') {
    return (
      <FailureNotice text={failureText()}>
        <Button tone="plain" className="mt-3 h-11" onClick={save}>
          Create alert
        </Button>
      </FailureNotice>
    );
  }
  return (
    <p role="status" className="rounded-2xl border border-line bg-surface p-4 shadow-card">
      {status === 'waiting'
        ? 'Waiting for the connection. Your alert is saved as soon as it returns.'
        : 'Saving your alert…'}
    </p>
  );
}
