import { alertName } from 'functions/contract';
import { withDeleted } from '#shared/member/data/with-deleted.ts';
import type { SavedAlert } from '#shared/member/data/member-data.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { UndoPlace } from '#shared/ui/undo-place.tsx';
import { AlertActionsContext, useListActions } from './alert-actions.ts';
import { AlertRow } from './alert-row.tsx';

interface AlertListProps {
  alerts: readonly SavedAlert[];
  /** Shows the keywords alone, for a place with little room. */
  compact?: boolean;
}

/** The person's alerts, newest first, each with the buttons that pause and delete it. */
export function AlertList({ alerts, compact = false }: AlertListProps) {
  const actions = useListActions();
  const { busy, deleted, failureText, restore } = actions;
  return (
    <AlertActionsContext value={actions}>
      <FailureNotice text={failureText()} />
      <ul className="divide-y divide-line">
        {withDeleted(alerts, deleted).map(({ item: alert, height, pending = false }) =>
          height === undefined ? (
            <AlertRow key={alert.id} alert={alert} compact={compact} />
          ) : (
            <li key={`deleted ${alert.id}`} className={compact ? 'py-1' : 'py-1 sm:py-2'}>
              <UndoPlace
                text={`Deleted “${alertName(alert)}”.`}
                minHeight={height}
                pending={pending}
                busy={busy}
                onUndo={() => restore(alert)}
                className="pr-26"
              />
            </li>
          ),
        )}
      </ul>
    </AlertActionsContext>
  );
}
