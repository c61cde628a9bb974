import { alertLabel, alertName, besideName } from 'functions/contract';
import { clsx } from 'clsx';
import { Pause, Play, Trash2 } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { SavedAlert } from '#shared/member/data/member-data.ts';
import { TextButton } from '#shared/ui/text-button.tsx';
import { AlertDetails } from '#features/alerts/details/alert-details.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { takeLostFocus } from '#shared/ui/take-lost-focus.ts';
import { alertFacts } from './alert-facts.ts';
import { ROW, useAlertActions } from './alert-actions.ts';
import { ExcludedTerms } from './excluded-terms.tsx';
import { useOverdue } from '#shared/ui/use-overdue.ts';

interface AlertRowProps {
  alert: SavedAlert;
  compact: boolean;
}

/** One saved keyword, with the buttons that pause and delete it. */
export function AlertRow({ alert, compact }: AlertRowProps) {
  const { busy, focusIn, replacedBy, takeBack, pause, resume, remove } = useAlertActions();
  const focus = focusIn(alert);
  const replaced = replacedBy(alert);
  const [open, setOpen] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const head = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (focus === ROW) takeLostFocus(row.current);
  });
  const { paused = false, pending } = alert;
  const name = alertName(alert);
  const label = alertLabel(alert);
  const beside = compact ? besideName(alert) : null;
  const facts = compact ? (beside === null ? [] : [beside]) : alertFacts(alert);
  const shown = useOverdue(pending) ? ['Waiting for the connection'] : facts;
  const PauseIcon = paused ? Play : Pause;
  return (
    <li
      ref={row}
      tabIndex={-1}
      className={clsx('flex flex-wrap items-center gap-1', compact ? 'py-1' : 'py-3.5')}
    >
      <div ref={head} className="mr-2 min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold">
          <span className="min-w-0 break-words">{name}</span>
          {paused && (
            <span className="rounded-full bg-sunken px-2.5 py-0.5 text-xs font-medium text-soft">
              Paused
            </span>
          )}
        </p>
        {shown.map((fact) => (
          <p key={fact} className="mt-0.5 text-sm text-soft">
            {fact}
          </p>
        ))}
        {!compact && <ExcludedTerms alert={alert} />}
        {replaced !== undefined && (
          <p role="status" className="mt-0.5 text-sm text-soft">
            Replaced “{replaced}”.{' '}
            <TextButton disabled={busy} className="min-h-8" onClick={takeBack}>
              Undo
            </TextButton>
          </p>
        )}
        {!compact && !pending && (
          <TextButton
            aria-expanded={open}
            aria-label={`Matches of ${label}`}
            className="mt-0.5 min-h-8 text-sm"
            onClick={() => setOpen(!open)}
          >
            Matches
          </TextButton>
        )}
      </div>
      <IconButton
        label={`${paused ? 'Resume' : 'Pause'} alert for ${label}`}
        tip={paused ? 'Resume' : 'Pause'}
        disabled={busy}
        onClick={() => (paused ? resume : pause)(alert)}
      >
        <PauseIcon aria-hidden className="size-5" strokeWidth={1.75} />
      </IconButton>
      <IconButton
        label={`Delete alert for ${label}`}
        tip="Delete"
        removes
        disabled={busy}
        onClick={() => remove(alert, head.current?.offsetHeight ?? 0)}
      >
        <Trash2 aria-hidden className="size-5" strokeWidth={1.75} />
      </IconButton>
      {open && <AlertDetails alert={alert} />}
    </li>
  );
}
