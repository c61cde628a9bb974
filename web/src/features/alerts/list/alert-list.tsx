import { alertName, queryOfAlert } from 'functions/contract';
import { useState } from 'react';
import { useMemberData } from '#shared/member/data/member-data-context.ts';
import { withDeleted } from '#shared/member/data/with-deleted.ts';
import type { SavedAlert } from '#shared/member/data/member-data.ts';
import { useDeleted } from '#shared/member/hooks/use-deleted.ts';
import { useWrite } from '#shared/member/hooks/use-write.ts';
import { OutOfReach } from '#shared/member/hooks/within-reach.ts';
import { LimitReached } from '#shared/member/data/limit-reached.ts';
import { NothingFits } from '#shared/member/data/nothing-fits.ts';
import { limitText } from '#shared/member/data/room-text.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { UndoPlace } from '#shared/ui/undo-place.tsx';
import { AlertRow, ROW } from './alert-row.tsx';

type Action = 'delete' | 'restore' | 'pause' | 'resume' | 'add' | 'change';

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
  const { deleted, note, confirm, forget } = useDeleted<SavedAlert>();
  /** Where the focus belongs when the button that was pressed is gone: a row, or what it leaves out. */
  const [home, setHome] = useState<{ isAt: (alert: SavedAlert) => boolean; term?: string }>();

  function act(action: Action, write: () => Promise<void>, onDone?: () => void) {
    setLast(action);
    run(write, onDone);
  }

  function remove(alert: SavedAlert, height: number) {
    setHome(undefined);
    note(alert, height);
    act(
      'delete',
      () => data.deleteAlert(alert.id),
      () => confirm(alert),
    );
  }

  function restore(alert: SavedAlert) {
    setHome({ isAt: ({ keyword }) => keyword === alert.keyword });
    act(
      'restore',
      () => data.restoreAlert(alert),
      () => forget(alert),
    );
  }

  function excludeTerm(alert: SavedAlert, term: string) {
    setReplaced(null);
    setHome({ isAt: ({ id }) => id === alert.id, term });
    act('change', () => data.excludeTerm(alert, term));
  }

  function restoreTerm(alert: SavedAlert, term: string) {
    setHome({ isAt: ({ id }) => id === alert.id });
    act('change', () => data.restoreTerm(alert, term));
  }

  /** It stays the same alert: what it reported stays reported, what it was to report still is. */
  function replace(before: SavedAlert, keyword: string) {
    setHome({ isAt: ({ id }) => id === before.id });
    act(
      'change',
      () => data.rewordAlert(before.id, keyword),
      () => setReplaced({ before, keyword }),
    );
  }

  function takeBack({ before }: { before: SavedAlert }) {
    setHome({ isAt: ({ id }) => id === before.id });
    act(
      'change',
      () => data.rewordAlert(before.id, queryOfAlert(before)),
      () => setReplaced(null),
    );
  }

  const failureText =
    failure instanceof LimitReached
      ? limitText('alert', 1)
      : failure instanceof NothingFits
        ? failure.message
        : `Failed to ${last} alert. Please try again.`;
  // The place of what is deleted says that it waits.
  const isWaiting = last === 'delete' && failure instanceof OutOfReach;
  return (
    <>
      <FailureNotice text={failed && !isWaiting ? failureText : ''} />
      <ul className="divide-y divide-line">
        {withDeleted(alerts, deleted).map(({ item: alert, height, pending = false }) => {
          if (height !== undefined) {
            return (
              <li key={`deleted ${alert.id}`} className={compact ? 'py-1' : 'py-3.5'}>
                <UndoPlace
                  text={`Deleted “${alertName(alert)}”.`}
                  minHeight={height}
                  pending={pending}
                  busy={busy}
                  onUndo={() => restore(alert)}
                  className="pr-26"
                />
              </li>
            );
          }
          const isHome = home?.isAt(alert) ?? false;
          return (
            <AlertRow
              key={alert.id}
              alert={alert}
              compact={compact}
              busy={busy}
              focus={isHome ? (home?.term ?? ROW) : undefined}
              replaced={
                replaced?.before.id === alert.id && alert.keyword === replaced.keyword
                  ? alertName(replaced.before)
                  : undefined
              }
              onTakeBack={() => replaced && takeBack(replaced)}
              onAdd={(keyword) => act('add', () => data.addAlerts([keyword], isSpoken(alert)))}
              onReplace={(keyword) => replace(alert, keyword)}
              onExclude={(term) => excludeTerm(alert, term)}
              onRestore={(term) => restoreTerm(alert, term)}
              onChooseSpoken={(spoken) => act('change', () => data.chooseSpoken(alert.id, spoken))}
              onPause={() => act('pause', () => data.pauseAlert(alert.id))}
              onResume={() => act('resume', () => data.resumeAlert(alert.id))}
              onDelete={(height) => remove(alert, height)}
            />
          );
        })}
      </ul>
    </>
  );
}

/** Whether spoken words count for an alert. */
function isSpoken({ spoken = true }: SavedAlert): boolean {
  return spoken;
}
