import { clsx } from 'clsx';
import { Pause, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SavedAlert } from '#shared/member/data/member-data.ts';
import { TextButton } from '#shared/ui/text-button.tsx';
import { AlertDetails } from '#features/alerts/details/alert-details.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { alertFacts } from './alert-facts.ts';
import { LeftOut } from './left-out.tsx';
import { useOverdue } from './use-overdue.ts';

interface AlertRowProps {
  alert: SavedAlert;
  compact: boolean;
  busy: boolean;
  onAdd: (keyword: string) => void;
  onReplace: (keyword: string) => void;
  onLeaveOut: (term: string) => void;
  onBringBack: (term: string) => void;
  onChooseSpoken: (spoken: boolean) => void;
  onPause: () => void;
  onResume: () => void;
  onDelete: () => void;
}

/** One saved keyword, with the buttons that pause and delete it. */
export function AlertRow({
  alert,
  compact,
  busy,
  onAdd,
  onReplace,
  onLeaveOut,
  onBringBack,
  onChooseSpoken,
  onPause,
  onResume,
  onDelete,
}: AlertRowProps) {
  const [open, setOpen] = useState(false);
  const { keyword, paused = false, pending } = alert;
  const facts = compact ? [] : alertFacts(alert);
  const shown = useOverdue(pending) ? ['Waiting for the connection'] : facts;
  const PauseIcon = paused ? Play : Pause;
  return (
    <li className={clsx('flex flex-wrap items-center gap-1', compact ? 'py-1' : 'py-3.5')}>
      <div className="mr-2 min-w-0 flex-1">
        <p className="font-semibold break-words">
          {keyword}
          {paused && (
            <span className="ml-2 inline-block rounded-full bg-sunken px-2.5 py-0.5 align-middle text-xs font-medium text-soft">
              Paused
            </span>
          )}
        </p>
        {shown.map((fact) => (
          <p key={fact} className="mt-0.5 text-sm text-soft">
            {fact}
          </p>
        ))}
        {!compact && <LeftOut alert={alert} busy={busy} onBringBack={onBringBack} />}
        {!compact && !pending && (
          <TextButton
            aria-expanded={open}
            aria-label={`Matches of ${keyword}`}
            className="mt-0.5 min-h-8 text-sm"
            onClick={() => setOpen(!open)}
          >
            Matches
          </TextButton>
        )}
      </div>
      <IconButton
        label={`${paused ? 'Resume' : 'Pause'} alert for ${keyword}`}
        tip={paused ? 'Resume' : 'Pause'}
        disabled={busy}
        onClick={paused ? onResume : onPause}
      >
        <PauseIcon aria-hidden className="size-5" strokeWidth={1.75} />
      </IconButton>
      <IconButton
        label={`Delete alert for ${keyword}`}
        tip="Delete"
        removes
        disabled={busy}
        onClick={onDelete}
      >
        <Trash2 aria-hidden className="size-5" strokeWidth={1.75} />
      </IconButton>
      {open && (
        <AlertDetails
          alert={alert}
          busy={busy}
          onAdd={onAdd}
          onReplace={onReplace}
          onLeaveOut={onLeaveOut}
          onChooseSpoken={onChooseSpoken}
        />
      )}
    </li>
  );
}
