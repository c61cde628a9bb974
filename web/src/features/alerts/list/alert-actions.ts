import { alertName, queryOfAlert, toldFromMs } from 'functions/contract';
import { createContext, use, useState } from 'react';
import { LimitReached, NothingFits, type SavedAlert } from '#shared/member/data/member-data.ts';
import { useMemberData } from '#shared/member/data/member-data-context.ts';
import { limitText } from '#shared/member/data/room-text.ts';
import { useDeleted } from '#shared/member/hooks/use-deleted.ts';
import { useWrite } from '#shared/member/hooks/use-write.ts';
import { OutOfReach } from '#shared/member/hooks/within-reach.ts';

type Action = 'delete' | 'restore' | 'pause' | 'resume' | 'add' | 'change';

/** A place for the focus whose button is gone: the row of an alert, or a term that it leaves out. */
interface Home {
  isAt: (alert: SavedAlert) => boolean;
  term?: string;
}

/** A row itself, for `focusIn`: no term is written so. */
export const ROW = '';

/** The actions on the alerts of a list, one at a time, and what the list shows of the last. */
export function useListActions() {
  const data = useMemberData();
  const [last, setLast] = useState<Action>('delete');
  const { busy, failed, failure, run } = useWrite();
  /** What was narrowed, so that it can be taken back. */
  const [replaced, setReplaced] = useState<{ before: SavedAlert; keyword: string } | null>(null);
  /** What was resumed, which may tell the last days besides. */
  const [resumed, setResumed] = useState<{ id: string; offAtMs: number | undefined } | null>(null);
  const { deleted, note, confirm, forget } = useDeleted<SavedAlert>();
  const [home, setHome] = useState<Home>();

  function act(action: Action, write: () => Promise<void>, onDone?: () => void) {
    setLast(action);
    run(write, onDone);
  }

  /** Changes an alert, which keeps the focus. */
  function change({ id }: SavedAlert, write: () => Promise<void>, onDone?: () => void) {
    setHome({ isAt: (alert) => alert.id === id });
    act('change', write, onDone);
  }

  function failureText(): string {
    // The place of what is deleted says that it waits.
    if (!failed || (last === 'delete' && failure instanceof OutOfReach)) return '';
    if (failure instanceof LimitReached) return limitText('alert', 1);
    if (failure instanceof NothingFits) return failure.message;
    return `Failed to ${last} alert. Please try again.`;
  }

  return {
    busy,
    deleted,
    failureText,
    /** What of an alert takes the focus where nothing else has it: its row, a term, or nothing. */
    focusIn: (alert: SavedAlert) => (home?.isAt(alert) ? (home.term ?? ROW) : undefined),
    /** The name of what an alert replaced a moment ago. */
    replacedBy: ({ id, keyword }: SavedAlert) =>
      replaced?.before.id === id && replaced.keyword === keyword
        ? alertName(replaced.before)
        : undefined,
    add: ({ spoken, onlyAbout }: SavedAlert, keyword: string) =>
      act('add', () => data.addAlerts([keyword], { spoken, onlyAbout })),
    pause: ({ id }: SavedAlert) => {
      setResumed(null);
      act('pause', () => data.pauseAlert(id));
    },
    resume: ({ id, pausedAtMs: offAtMs }: SavedAlert) => {
      const isSlip = toldFromMs({ offAtMs, nowMs: Date.now() }) === null;
      const done = () => setResumed(isSlip ? null : { id, offAtMs });
      act('resume', () => data.resumeAlert(id, { offAtMs }), done);
    },
    /** Whether an alert was resumed a moment ago, and tells only what comes from then on. */
    isResumed: ({ id, paused }: SavedAlert) => resumed?.id === id && paused !== true,
    catchUp: ({ id }: SavedAlert) => {
      const off = { offAtMs: resumed?.offAtMs, catchUp: true };
      setHome({ isAt: (alert) => alert.id === id });
      act(
        'resume',
        () => data.resumeAlert(id, off),
        () => setResumed(null),
      );
    },
    chooseSpoken: ({ id }: SavedAlert, spoken: boolean) =>
      act('change', () => data.chooseSpoken(id, spoken)),
    chooseOnlyAbout: (alert: SavedAlert, onlyAbout: boolean) =>
      change(alert, () => data.chooseOnlyAbout(alert.id, onlyAbout)),
    excludeTerm: (alert: SavedAlert, term: string) => {
      setReplaced(null);
      change(alert, () => data.excludeTerm(alert, term));
      setHome({ isAt: ({ id }) => id === alert.id, term });
    },
    restoreTerm: (alert: SavedAlert, term: string) =>
      change(alert, () => data.restoreTerm(alert, term)),
    /** It stays the same alert: what it reported stays reported, what it was to report still is. */
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
    /** @param height The row's, without its matches; CSS pixels. */
    remove: (alert: SavedAlert, height: number) => {
      setHome(undefined);
      note(alert, height);
      act(
        'delete',
        () => data.deleteAlert(alert.id),
        () => confirm(alert),
      );
    },
    restore: (alert: SavedAlert) => {
      setHome({ isAt: ({ keyword }) => keyword === alert.keyword });
      act(
        'restore',
        () => data.restoreAlert(alert),
        () => forget(alert),
      );
    },
  };
}

type AlertActions = ReturnType<typeof useListActions>;

/** The actions of the list around a row. */
export const AlertActionsContext = createContext<AlertActions | null>(null);

export function useAlertActions(): AlertActions {
  const actions = use(AlertActionsContext);
  if (actions === null) throw new Error('This belongs into an AlertList');
  return actions;
}
