import { alertLabel } from 'functions/contract';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { MAX_COMPARED } from './year-chart.tsx';

interface CompareWithProps {
  alerts: readonly SavedAlert[];
  /** Ids of the alerts in the chart. */
  chosen: readonly string[];
  onChoose: (chosen: readonly string[]) => void;
}

export function CompareWith({ alerts, chosen, onChoose }: CompareWithProps) {
  const isFull = chosen.length >= MAX_COMPARED - 1;
  return (
    <details className="mt-3 border-t border-line pt-2 text-sm">
      <summary className="min-h-9 cursor-pointer py-1.5 font-semibold text-link">
        Compare with other alerts
      </summary>
      <fieldset className="max-h-60 overflow-y-auto">
        <legend className="text-soft">{`Up to ${MAX_COMPARED - 1}`}</legend>
        {alerts.map((alert) => {
          const isChosen = chosen.includes(alert.id);
          return (
            <label key={alert.id} className="flex min-h-9 items-center gap-2.5 wrap-anywhere">
              <input
                type="checkbox"
                className="size-4 shrink-0 accent-link"
                checked={isChosen}
                disabled={isFull && !isChosen}
                onChange={() =>
                  onChoose(
                    isChosen ? chosen.filter((id) => id !== alert.id) : [...chosen, alert.id],
                  )
                }
              />
              <bdi className="min-w-0">{alertLabel(alert)}</bdi>
            </label>
          );
        })}
      </fieldset>
    </details>
  );
}
