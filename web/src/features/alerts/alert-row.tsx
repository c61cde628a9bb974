import { Trash2 } from 'lucide-react';
import { shortDate } from '#shared/dates.ts';
import type { SavedAlert } from '#shared/member/member-data.ts';
import { IconButton } from '#shared/ui/icon-button.tsx';

interface AlertRowProps {
  alert: SavedAlert;
  busy: boolean;
  onDelete: () => void;
}

/** One saved keyword, with the button that deletes it. */
export function AlertRow({ alert, busy, onDelete }: AlertRowProps) {
  return (
    <li className="flex items-center gap-3 py-3.5">
      <div className="min-w-0 flex-1">
        <p className="font-semibold break-words">{alert.keyword}</p>
        <p className="mt-0.5 text-sm text-soft">
          {alert.pending
            ? 'Waiting for the connection'
            : `Created on ${shortDate(alert.createdAtMs)}`}
        </p>
      </div>
      <IconButton
        label={`Delete alert for ${alert.keyword}`}
        removes
        disabled={busy}
        onClick={onDelete}
      >
        <Trash2 aria-hidden className="size-5" strokeWidth={1.75} />
      </IconButton>
    </li>
  );
}
