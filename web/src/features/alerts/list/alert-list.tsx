import { asQuestion, isLeftOut, termName } from 'functions/contract';
import { useState } from 'react';
import { useMemberData } from '#shared/member/data/member-data-context.ts';
import type { SavedAlert } from '#shared/member/data/member-data.ts';
import { useWrite } from '#shared/member/hooks/use-write.ts';
import { LimitReached } from '#shared/member/data/limit-reached.ts';
import { NothingFits } from '#shared/member/data/nothing-fits.ts';
import { limitText } from '#shared/member/data/room-text.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import { isSameKeyword } from '#features/alerts/create/is-same-keyword.ts';
import { AlertRow } from './alert-row.tsx';

type Action = 'delete' | 'pause' | 'resume' | 'add' | 'change';

interface AlertListProps {
  alerts: readonly SavedAlert[];
  /** Shows the keywords alone, for a place with little room. */
  compact?: boolean;
}

/** The person's alerts, newest first, each with the buttons that pause and delete it. */
export function AlertList({ alerts, compact = false }: AlertListProps) {
  const data = useMemberData();
  const [last, setLast] = useState<Action>('delete');
  const { busy, failed, failure, run } = useWrite();
  /** What was narrowed, so that it can be taken back. */
  const [replaced, setReplaced] = useState<{ before: SavedAlert; keyword: string } | null>(null);

  /** The term left out last, so that it can be brought back in the same place. */
  const [left, setLeft] = useState<{ id: string; term: string } | null>(null);
  const leaving = left && alerts.find(({ id }) => id === left.id);

  function act(action: Action, write: () => Promise<void>) {
    setLast(action);
    run(write);
  }

  function leaveOut(alert: SavedAlert, term: string) {
    setLast('change');
    setReplaced(null);
    run(
      () => data.leaveOut(alert, term),
      () => setLeft({ id: alert.id, term }),
    );
  }

  function bringBack(alert: SavedAlert, term: string) {
    setLast('change');
    run(
      () => data.bringBack(alert, term),
      () => setLeft(null),
    );
  }

  /** All that was told stays told: the new alert looks at what comes from now on. */
  function replace(before: SavedAlert, keyword: string) {
    setLast('add');
    setLeft(null);
    run(
      async () => {
        await data.addAlerts([keyword], isSpoken(before));
        await data.deleteAlert(before.id);
      },
      () => setReplaced({ before, keyword }),
    );
  }

  function takeBack({ before, keyword }: { before: SavedAlert; keyword: string }) {
    const added = alerts.find((alert) => isSameKeyword(alert.keyword, keyword));
    setLast('add');
    run(
      async () => {
        await data.addAlerts([asQuestion(before)], isSpoken(before));
        if (added) await data.deleteAlert(added.id);
      },
      () => setReplaced(null),
    );
  }

  const failureText =
    failure instanceof LimitReached
      ? limitText('alert', 1)
      : failure instanceof NothingFits
        ? failure.message
        : `Failed to ${last} alert. Please try again.`;
  return (
    <>
      <FailureNotice text={failed ? failureText : ''} />
      {replaced && (
        <p role="status" className="py-2 text-sm text-soft">
          Replaced “{replaced.before.keyword}” by “{replaced.keyword}”.{' '}
          <TextButton disabled={busy} onClick={() => takeBack(replaced)}>
            Undo
          </TextButton>
        </p>
      )}
      {left && leaving && isLeftOut(leaving, left.term) && (
        <p role="status" className="py-2 text-sm text-soft">
          Excluded from now on: {termName(left.term)}.{' '}
          <TextButton disabled={busy} onClick={() => bringBack(leaving, left.term)}>
            Undo
          </TextButton>
        </p>
      )}
      <ul className="divide-y divide-line">
        {alerts.map((alert) => (
          <AlertRow
            key={alert.id}
            alert={alert}
            compact={compact}
            busy={busy}
            onAdd={(keyword) => act('add', () => data.addAlerts([keyword], isSpoken(alert)))}
            onReplace={(keyword) => replace(alert, keyword)}
            onLeaveOut={(term) => leaveOut(alert, term)}
            onBringBack={(term) => bringBack(alert, term)}
            onChooseSpoken={(spoken) => act('change', () => data.chooseSpoken(alert.id, spoken))}
            onPause={() => act('pause', () => data.pauseAlert(alert.id))}
            onResume={() => act('resume', () => data.resumeAlert(alert.id))}
            onDelete={() => act('delete', () => data.deleteAlert(alert.id))}
          />
        ))}
      </ul>
    </>
  );
}

/** Whether spoken words count for an alert. */
function isSpoken({ spoken = true }: SavedAlert): boolean {
  return spoken;
}
