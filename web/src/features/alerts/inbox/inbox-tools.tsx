import { clsx } from 'clsx';
import { alertIdentity, alertLabel } from 'functions/contract';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { SelectField } from '#shared/ui/select-field.tsx';

export interface InboxFilter {
  /** Identity of an alert; empty for all alerts. */
  alert: string;
  isUnread: boolean;
}

interface InboxToolsProps {
  alerts: readonly SavedAlert[];
  filter: InboxFilter;
  onFilter: (filter: InboxFilter) => void;
}

export function InboxTools({ alerts, filter, onFilter }: InboxToolsProps) {
  const byName = alerts
    .map((alert) => ({ id: alertIdentity(alert.id, alert.createdAtMs), name: alertLabel(alert) }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
  return (
    <div className="flex min-w-0 items-center gap-2">
      {byName.length > 1 && (
        <div className="max-w-60 min-w-0">
          <SelectField
            label="Alert"
            compact
            value={filter.alert}
            onChange={({ target }) => onFilter({ ...filter, alert: target.value })}
          >
            <option value="">All alerts</option>
            {byName.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      <button
        type="button"
        aria-pressed={filter.isUnread}
        onClick={() => onFilter({ ...filter, isUnread: !filter.isUnread })}
        className={clsx(
          'h-11 shrink-0 rounded-xl border px-4 font-medium transition-colors',
          filter.isUnread
            ? 'border-accent bg-accent text-on-accent'
            : 'border-field bg-canvas hover:bg-sunken',
        )}
      >
        Unread
      </button>
    </div>
  );
}
