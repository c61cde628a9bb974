import { useState } from 'react';
import { MemberArea } from '#shared/member/member-area.tsx';
import { useAlerts } from '#shared/member/use-alerts.ts';

const FIRST = 6;

interface TrackingKeywordsProps {
  onSearch: (keywords: string[]) => void;
}

/** The keywords a person tracks, on the home page; a click searches for one. */
export function TrackingKeywords({ onSearch }: TrackingKeywordsProps) {
  return (
    <MemberArea>
      <Keywords onSearch={onSearch} />
    </MemberArea>
  );
}

function Keywords({ onSearch }: TrackingKeywordsProps) {
  const alerts = useAlerts();
  const [all, setAll] = useState(false);
  if (alerts.status !== 'ready' || alerts.items.length === 0) return null;
  const shown = all ? alerts.items : alerts.items.slice(0, FIRST);
  return (
    <section aria-label="Tracking keywords" className="text-center">
      <h2 className="text-sm font-medium text-soft">Your tracking keywords</h2>
      <ul className="mt-3 flex flex-wrap items-center justify-center gap-2 text-sm">
        {shown.map(({ id, keyword }) => (
          <li key={id} className="max-w-full">
            <button
              type="button"
              onClick={() => onSearch([keyword])}
              className="max-w-full truncate rounded-full border border-line bg-surface px-3.5 py-1.5 font-medium transition-colors hover:border-field hover:bg-sunken"
            >
              {keyword}
            </button>
          </li>
        ))}
        {alerts.items.length > FIRST && (
          <li>
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
