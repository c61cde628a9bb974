import { alertLabel, alertName, searchTextOfAlert } from 'functions/contract';
import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { MemberArea } from '#shared/data/member-area.tsx';
import { useAlerts } from '#shared/data/hooks/use-live-list.ts';

const FIRST = 6;

interface TrackingKeywordsProps {
  onSearch: (keywords: string[], choice: { spoken: boolean; about: boolean }) => void;
  /** Shown if there are no alerts or they cannot be loaded; null beside search results. */
  examples?: ReactNode;
}

export function TrackingKeywords(props: TrackingKeywordsProps) {
  return (
    <MemberArea fallback={PLACE}>
      <Keywords {...props} />
    </MemberArea>
  );
}

/** A placeholder of one row, to avoid a layout shift when the keywords load. */
const PLACE = <div className="h-9" />;

function Keywords({ onSearch, examples = null }: TrackingKeywordsProps) {
  const alerts = useAlerts();
  const [all, setAll] = useState(false);
  if (alerts.status === 'loading') return PLACE;
  if (alerts.status !== 'ready' || alerts.items.length === 0) return examples;
  const isBesideResults = examples === null;
  const shown = all ? alerts.items : alerts.items.slice(0, FIRST);
  return (
    <section aria-label="Tracking keywords" className={clsx(!isBesideResults && 'text-center')}>
      <h2 className="text-sm font-medium text-soft">Your tracking keywords</h2>
      <ul
        className={clsx(
          'mt-2 flex flex-wrap items-center gap-2 text-sm',
          !isBesideResults && 'justify-center',
        )}
      >
        {shown.map(({ id, ...alert }) => (
          <li key={id} className="max-w-full">
            <button
              type="button"
              aria-label={alertLabel(alert)}
              title={alertLabel(alert)}
              dir="auto"
              onClick={() =>
                onSearch([searchTextOfAlert(alert)], {
                  spoken: alert.spoken !== false,
                  about: alert.onlyAbout === true,
                })
              }
              className="max-w-full truncate rounded-full border border-line bg-surface px-3.5 py-1.5 font-medium transition-colors hover:border-field hover:bg-sunken"
            >
              {alertName(alert)}
            </button>
          </li>
        ))}
        {alerts.items.length > FIRST && (
          <li className="shrink-0">
            <button
              type="button"
              aria-expanded={all}
              onClick={() => setAll(!all)}
              className="rounded-full px-3 py-1.5 font-semibold text-link underline-offset-4 hover:underline"
            >
              {all ? 'Show Less' : `View All (${alerts.items.length})`}
            </button>
          </li>
        )}
      </ul>
    </section>
  );
}
