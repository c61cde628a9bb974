import { alertFilters, alertLabel, alertName, besideName } from 'functions/contract';
import { clsx } from 'clsx';
import { Pause, Play, Trash2 } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { SavedAlert } from '#shared/member/data/member-data.ts';
import { TextButton } from '#shared/ui/text-button.tsx';
import { AlertDetails, type AlertPart } from '#features/alerts/details/alert-details.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { takeLostFocus } from '#shared/ui/take-lost-focus.ts';
import { alertFact, lastMatchText } from './alert-facts.ts';
import { ROW, useAlertActions } from './alert-actions.ts';
import { CatchUpOffer } from './catch-up-offer.tsx';
import { ExcludedTerms } from './excluded-terms.tsx';
import { useOverdue } from '#shared/ui/use-overdue.ts';

interface AlertRowProps {
  alert: SavedAlert;
  compact: boolean;
}

/** One saved keyword, with the buttons that pause and delete it, and those that open its parts. */
export function AlertRow({ alert, compact }: AlertRowProps) {
  const { busy, focusIn, replacedBy, takeBack, pause, resume, remove, isResumed, catchUp } =
    useAlertActions();
  const focus = focusIn(alert);
  const replaced = replacedBy(alert);
  const [open, setOpen] = useState<AlertPart>();
  const row = useRef<HTMLLIElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const partId = useId();
  useLayoutEffect(() => {
    if (focus === ROW) takeLostFocus(row.current);
  });
  const { paused = false, pending } = alert;
  const label = alertLabel(alert);
  const PauseIcon = paused ? Play : Pause;
  return (
    <li ref={row} tabIndex={-1} className={compact ? 'py-1' : 'py-1 sm:py-2'}>
      <div ref={head}>
        <div className={clsx('flex min-h-9 items-center gap-1', !compact && '-mr-2')}>
          <p className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
            <span className="min-w-0 font-semibold break-words">{alertName(alert)}</span>
            {paused && (
              <span className="rounded-full bg-sunken px-2.5 py-0.5 text-xs font-medium text-soft">
                Paused
              </span>
            )}
            {!compact && open !== 'settings' && <Filters alert={alert} />}
          </p>
          <IconButton
            label={`${paused ? 'Resume' : 'Pause'} alert for ${label}`}
            tip={paused ? 'Resume' : 'Pause'}
            small={!compact}
            disabled={busy}
            onClick={() => (paused ? resume : pause)(alert)}
          >
            <PauseIcon aria-hidden className="size-5" strokeWidth={1.75} />
          </IconButton>
          <IconButton
            label={`Delete alert for ${label}`}
            tip="Delete"
            removes
            small={!compact}
            disabled={busy}
            onClick={() => remove(alert, head.current?.offsetHeight ?? 0)}
          >
            <Trash2 aria-hidden className="size-5" strokeWidth={1.75} />
          </IconButton>
        </div>
        <div className="flex flex-wrap items-center gap-x-3">
          <Facts alert={alert} compact={compact} />
          {!compact && !pending && (
            <div className="flex gap-x-3">
              {PARTS.map(({ part, name }) => (
                <TextButton
                  key={part}
                  aria-expanded={open === part}
                  aria-controls={open === part ? partId : undefined}
                  aria-label={`${name} of ${label}`}
                  className="min-h-8 text-sm aria-expanded:text-ink aria-expanded:underline"
                  onClick={() => setOpen(open === part ? undefined : part)}
                >
                  {name}
                </TextButton>
              ))}
            </div>
          )}
        </div>
        {focus !== undefined && focus !== ROW && open !== 'settings' && (
          <ExcludedTerms alert={alert} only={focus} />
        )}
        {isResumed(alert) && (
          <CatchUpOffer alert={alert} busy={busy} onCatchUp={() => catchUp(alert)} />
        )}
        {replaced !== undefined && (
          <p role="status" className="text-sm text-soft">
            Replaced “{replaced}”.{' '}
            <TextButton disabled={busy} className="min-h-8" onClick={takeBack}>
              Undo
            </TextButton>
          </p>
        )}
      </div>
      {open && <AlertDetails id={partId} alert={alert} part={open} />}
    </li>
  );
}

const PARTS: readonly { part: AlertPart; name: string }[] = [
  { part: 'matches', name: 'Matches' },
  { part: 'settings', name: 'Settings' },
];

/** In one line; the settings have each filter in full. */
function Filters({ alert }: { alert: SavedAlert }) {
  const filters = alertFilters(alert).join(', ');
  if (filters === '') return null;
  return (
    <span title={filters} className="min-w-0 flex-1 basis-24 truncate text-sm text-soft">
      {filters}
    </span>
  );
}

function Facts({ alert, compact }: AlertRowProps) {
  const isLate = useOverdue(alert.pending);
  const beside = besideName(alert);
  const last = lastMatchText(alert);
  const className = clsx('min-w-0 text-sm text-soft', !compact && 'flex-1 basis-40');
  if (isLate) return <p className={className}>Waiting for the connection</p>;
  if (compact) return beside === null ? null : <p className={className}>{beside}</p>;
  return (
    <div className={clsx(className, 'flex flex-wrap gap-x-3')}>
      <p>{alertFact(alert)}</p>
      {last !== null && <p className="max-sm:hidden">{last}</p>}
    </div>
  );
}
