import { alertLabel, MONTH_DAYS } from 'functions/contract';
import { useState } from 'react';
import { useMatchCount } from '#features/alerts/count/use-match-count.ts';
import { startOfDays } from '#features/alerts/details/search-matches.ts';
import { countText } from '#features/alerts/preview/preview-text.ts';
import type { ImportedAlert } from '#shared/data/member/member-data.ts';
import { Button } from '#shared/ui/button.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import type { CheckedLine } from './check-lines.ts';
import { MAX_LINES } from './read-list.ts';

interface ListPreviewProps {
  lines: readonly CheckedLine[];
  /** True if the list had more than `MAX_LINES` lines; `lines` contains only the first ones. */
  isCut: boolean;
  /** How many alerts the person may still add. */
  room: number;
  busy: boolean;
  onAdd: (alerts: readonly ImportedAlert[]) => void;
  onCancel: () => void;
}

/**
 * Shows the past month's matches of each selected alert, or why a line cannot be imported. Initially selects
 * as many alerts as the limit allows.
 */
export function ListPreview({ lines, isCut, room, busy, onAdd, onCancel }: ListPreviewProps) {
  const fresh = lines.flatMap(({ alert }) => alert ?? []);
  const [dropped, setDropped] = useState<ReadonlySet<string>>(
    () => new Set(fresh.slice(room).map(({ keyword }) => keyword)),
  );
  const chosen = fresh.filter(({ keyword }) => !dropped.has(keyword));
  const found = useMatchCount(
    chosen.map(({ keyword: query }) => ({ query })),
    startOfDays(MONTH_DAYS),
  );
  const counts = new Map(chosen.map(({ keyword }, at) => [keyword, found[at]]));

  function choose(keyword: string, isChosen: boolean) {
    setDropped((before) => {
      const after = new Set(before);
      if (isChosen) after.delete(keyword);
      else after.add(keyword);
      return after;
    });
  }

  return (
    <section aria-label="Alerts in the list" className="rounded-2xl border border-line">
      <p role="status" className="px-3 pt-3 text-sm text-soft sm:px-4">
        <span>{foundText(lines.length, fresh.length, room)}</span>
        {isCut && <span>{` Only the first ${MAX_LINES} lines are read.`}</span>}
        {fresh.length > 0 && <span> Numbers are episodes in the past month.</span>}
      </p>
      <ul
        // Makes the list focusable, so that it scrolls with the keyboard even without checkboxes.
        tabIndex={0}
        aria-label="Lines"
        className="mt-2 max-h-96 divide-y divide-line overflow-y-auto border-y border-line px-3 sm:px-4"
      >
        {lines.map(({ keyword, alert, reason }, index) => (
          <li key={index}>
            {alert === undefined ? (
              <p className="flex min-h-11 flex-col justify-center gap-x-3 py-2 pl-8 text-[0.9375rem] text-soft sm:flex-row sm:items-center">
                <span className="line-clamp-2 min-w-0 wrap-anywhere text-ink sm:flex-1">
                  {keyword}
                </span>
                <span className="text-sm sm:max-w-1/2 sm:shrink-0 sm:text-right">{reason}</span>
              </p>
            ) : (
              <label className="flex min-h-11 cursor-pointer items-center gap-3 py-2 text-[0.9375rem]">
                <input
                  type="checkbox"
                  checked={!dropped.has(alert.keyword)}
                  disabled={busy || (dropped.has(alert.keyword) && chosen.length >= room)}
                  onChange={({ target }) => choose(alert.keyword, target.checked)}
                  className="size-5 shrink-0 accent-link"
                />
                <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">{labelOf(alert)}</span>
                <span className="shrink-0 text-sm text-soft tabular-nums">
                  {!dropped.has(alert.keyword) && (
                    <>
                      <span>{countText(counts.get(alert.keyword))}</span>
                      <span className="sr-only"> episodes</span>
                    </>
                  )}
                </span>
              </label>
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 p-3 sm:p-4">
        <Button
          disabled={busy || chosen.length === 0 || chosen.length > room}
          className="h-11 px-5 text-[0.9375rem]"
          onClick={() => onAdd(chosen)}
        >
          {busy ? 'Adding...' : chosen.length === 1 ? 'Add 1 alert' : `Add ${chosen.length} alerts`}
        </Button>
        <TextButton className="min-h-11 px-1 text-[0.9375rem]" disabled={busy} onClick={onCancel}>
          Cancel
        </TextButton>
      </div>
    </section>
  );
}

function labelOf(alert: ImportedAlert): string {
  const { paused = false, mail = true } = alert;
  return [alertLabel(alert), ...(paused ? ['paused'] : []), ...(mail ? [] : ['not emailed'])].join(
    ', ',
  );
}

function foundText(all: number, fresh: number, room: number): string {
  if (all === 0) return 'No alerts found in this list.';
  const found = `${all} ${all === 1 ? 'line' : 'lines'}, ${fresh} new ${fresh === 1 ? 'alert' : 'alerts'}.`;
  return fresh > room ? `${found} There is room for ${room}.` : found;
}
