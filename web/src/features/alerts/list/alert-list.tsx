import { alertName } from 'functions/contract';
import { type ListRow, withDeleted } from '#shared/data/member/with-deleted.ts';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { UndoRow } from '#shared/ui/undo-row.tsx';
import { AlertActionsContext, useListActions } from './alert-actions.ts';
import { AlertRow } from './alert-row.tsx';

interface AlertListProps {
  alerts: readonly SavedAlert[];
  /** For the mobile menu: shows only names and filters, in rows that do not open. */
  compact?: boolean;
  /** Filters and sorts the alerts; default: all, newest first. */
  arrange?: (alerts: readonly SavedAlert[]) => readonly SavedAlert[];
}

export function AlertList({ alerts, compact = false, arrange }: AlertListProps) {
  const actions = useListActions();
  const { busy, deleted, failureText, restore } = actions;
  const all = withDeleted(alerts, deleted);
  const rows = arrange ? arrangedRows(all, arrange) : all;
  return (
    <AlertActionsContext value={actions}>
      <FailureNotice text={failureText()} />
      <ul className="divide-y divide-line">
        {rows.map(({ item: alert, height, pending = false }) =>
          height === undefined ? (
            <AlertRow key={alert.id} alert={alert} compact={compact} />
          ) : (
            <li key={`deleted ${alert.id}`}>
              <UndoRow
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

function arrangedRows(
  rows: readonly ListRow<SavedAlert>[],
  arrange: (alerts: readonly SavedAlert[]) => readonly SavedAlert[],
): ListRow<SavedAlert>[] {
  const rowOf = new Map(rows.map((row) => [row.item, row]));
  return arrange(rows.map(({ item }) => item)).flatMap((item) => rowOf.get(item) ?? []);
}
