import { alertName, queryOfAlert } from 'functions/contract';
import { createContext, use, useState } from 'react';
import { LimitReached, NothingFits, type SavedAlert } from '#shared/data/member/member-data.ts';
import { useMemberData } from '#shared/data/member/member-data-context.ts';
import { limitText } from '#shared/data/member/room-text.ts';
import { useDeleted } from '#shared/data/hooks/use-deleted.ts';
import { useWrite } from '#shared/data/hooks/use-write.ts';
import { OutOfReach } from '#shared/data/hooks/within-reach.ts';

type Action = 'delete' | 'restore' | 'pause' | 'resume' | 'add' | 'change';

/** The element that gets the focus if the pressed button disappears: an alert's row, or an excluded term. */
interface FocusTarget {
  isAt: (alert: SavedAlert) => boolean;
  term?: string;
}

/** `focusIn` returns this for the row. It differs from every excluded term, because no term is empty. */
export const ROW = '';

/** Runs one action at a time. The list shows the error of the last action. */
export function useListActions() {
  const data = useMemberData();
  const [last, setLast] = useState<Action>('delete');
  const { busy, failed, failure, run } = useWrite();
  /** For undo: the alert before its keyword was replaced, and the new keyword. */
  const [replaced, setReplaced] = useState<{ before: SavedAlert; keyword: string } | null>(null);
  const { deleted, note, confirm, forget } = useDeleted<SavedAlert>();
  const [focusTarget, setFocusTarget] = useState<FocusTarget>();

  function act(action: Action, write: () => Promise<void>, onDone?: () => void) {
    setLast(action);
    run(write, onDone);
  }

  /** Changes an alert; its row gets the focus if the pressed button disappears. */
  function change({ id }: SavedAlert, write: () => Promise<void>, onDone?: () => void) {
    setFocusTarget({ isAt: (alert) => alert.id === id });
    act('change', write, onDone);
  }

  function failureText(): string {
    // The undo row already says that the deletion waits for the connection.
    if (!failed || (last === 'delete' && failure instanceof OutOfReach)) return '';
    if (failure instanceof LimitReached) return limitText('alert', 1);
    if (failure instanceof NothingFits) return failure.message;
    return `Failed to ${last} alert. Please try again.`;
  }

  return {
    busy,
    deleted,
    failureText,
    /** The part of an alert that gets a lost focus: {@link ROW}, an excluded term, or undefined for neither. */
    focusIn: (alert: SavedAlert) =>
      focusTarget?.isAt(alert) ? (focusTarget.term ?? ROW) : undefined,
    /** The previous name of an alert whose keyword was just replaced. */
    replacedBy: ({ id, keyword }: SavedAlert) =>
      replaced?.before.id === id && replaced.keyword === keyword
        ? alertName(replaced.before)
        : undefined,
    add: ({ spoken, onlyAbout }: SavedAlert, keyword: string) =>
      act('add', () => data.addAlerts([keyword], { spoken, onlyAbout })),
    pause: ({ id }: SavedAlert, untilMs?: number) => {
      setFocusTarget({ isAt: (alert) => alert.id === id });
      act('pause', () => data.pauseAlert(id, untilMs));
    },
    resume: ({ id }: SavedAlert) => act('resume', () => data.resumeAlert(id)),
    chooseSpoken: ({ id }: SavedAlert, spoken: boolean) =>
      act('change', () => data.chooseSpoken(id, spoken)),
    chooseOnlyAbout: (alert: SavedAlert, onlyAbout: boolean) =>
      change(alert, () => data.chooseOnlyAbout(alert.id, onlyAbout)),
    excludeTerm: (alert: SavedAlert, term: string) => {
      setReplaced(null);
      change(alert, () => data.excludeTerm(alert, term));
      setFocusTarget({ isAt: ({ id }) => id === alert.id, term });
    },
    restoreTerm: (alert: SavedAlert, term: string) =>
      change(alert, () => data.restoreTerm(alert, term)),
    replace: (before: SavedAlert, keyword: string) =>
      change(
        before,
        () => data.rewordAlert(before.id, keyword),
        () => setReplaced({ before, keyword }),
      ),
    takeBack: () => {
      if (replaced === null) return;
      const { before } = replaced;
      const done = () => setReplaced(null);
      change(before, () => data.rewordAlert(before.id, queryOfAlert(before)), done);
    },
    /** @param height Height of the row without its open part, in CSS pixels. */
    remove: (alert: SavedAlert, height: number) => {
      setFocusTarget(undefined);
      note(alert, height);
      act(
        'delete',
        () => data.deleteAlert(alert.id),
        () => confirm(alert),
      );
    },
    restore: (alert: SavedAlert) => {
      setFocusTarget({ isAt: ({ keyword }) => keyword === alert.keyword });
      act(
        'restore',
        () => data.restoreAlert(alert),
        () => forget(alert),
      );
    },
  };
}

type AlertActions = ReturnType<typeof useListActions>;

export const AlertActionsContext = createContext<AlertActions | null>(null);

export function useAlertActions(): AlertActions {
  const actions = use(AlertActionsContext);
  if (actions === null) throw new Error('This belongs into an AlertList');
  return actions;
}
