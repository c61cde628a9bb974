import {
  type AlertCount,
  alertFilters,
  alertLabel,
  alertName,
  besideName,
  EMPTY_QUERY,
  isEmptyQuery,
} from 'functions/contract';
import { Trash2 } from 'lucide-react';
import { use, useCallback, useId, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { episodesText } from '#shared/text/number-text.ts';
import { TextButton } from '#shared/ui/text-button.tsx';
import { AlertDetails, type AlertPart } from '#features/alerts/details/alert-details.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { ListRow, type ListRowProps } from '#shared/ui/list-row.tsx';
import { RowToggle } from '#shared/ui/row-toggle.tsx';
import { useAnchor } from '#shared/page/use-anchor.ts';
import { takeLostFocus } from '#shared/ui/take-lost-focus.ts';
import { createdText, lastMatchText, markText } from './alert-facts.ts';
import { ROW, useAlertActions } from './alert-actions.ts';
import { ExcludedTerms } from './excluded-terms.tsx';
import { rowId } from './row-id.ts';
import { usePendingText } from '#features/alerts/count/pending-count.ts';
import { CountsContext, countOf } from './use-alert-counts.ts';
import { useOverdue } from '#shared/ui/use-overdue.ts';

interface AlertRowProps {
  alert: SavedAlert;
  compact: boolean;
}

export function AlertRow({ alert, compact }: AlertRowProps) {
  const { busy, focusIn, replacedBy, takeBack, remove } = useAlertActions();
  const focus = focusIn(alert);
  const replaced = replacedBy(alert);
  const [open, setOpen] = useState<AlertPart>();
  const openSettings = useCallback(() => setOpen('settings'), []);
  const row = useRef<HTMLLIElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const partId = useId();
  useAnchor(rowId(alert), !compact, openSettings);
  useLayoutEffect(() => {
    if (focus === ROW) takeLostFocus(row.current);
  });
  // Scrolls an opened row into view, because the last row would open below the screen's edge.
  useEffect(() => {
    if (open !== undefined) row.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  const facts = useFacts(alert, compact);
  const label = alertLabel(alert);
  const opens = !compact && (!alert.pending || open !== undefined);
  return (
    <li ref={row} id={compact ? undefined : rowId(alert)} tabIndex={-1} className="scroll-mt-4">
      <ListRow
        ref={head}
        title={
          <p className="min-w-0 wrap-anywhere">
            {opens ? (
              <RowToggle
                name={alertName(alert)}
                label={label}
                isOpen={open !== undefined}
                controls={partId}
                onToggle={() => setOpen(open ? undefined : 'matches')}
              />
            ) : (
              <bdi>{alertName(alert)}</bdi>
            )}
          </p>
        }
        mark={markText(alert)}
        beside={!compact && open !== 'settings' && <Filters alert={alert} />}
        {...facts}
        actions={
          <>
            {opens && (
              // The same button opens and closes the settings, so that it keeps the focus.
              <TextButton
                aria-label={`${open ? 'Close' : 'Settings of'} ${label}`}
                aria-controls={open ? partId : undefined}
                className="min-h-11 px-1.5 text-sm"
                onClick={() => setOpen(open ? undefined : 'settings')}
              >
                {open ? 'Close' : 'Settings'}
              </TextButton>
            )}
            <IconButton
              label={`Delete alert for ${label}`}
              tip="Delete"
              removes
              disabled={busy}
              onClick={() => remove(alert, head.current?.offsetHeight ?? 0)}
            >
              <Trash2 aria-hidden className="size-5" strokeWidth={1.75} />
            </IconButton>
          </>
        }
      >
        {focus !== undefined && focus !== ROW && open !== 'settings' && (
          <ExcludedTerms alert={alert} only={focus} />
        )}
        {replaced !== undefined && (
          <p role="status">
            Replaced “{replaced}”.{' '}
            <TextButton disabled={busy} className="min-h-8" onClick={takeBack}>
              Undo
            </TextButton>
          </p>
        )}
      </ListRow>
      {open && <AlertDetails id={partId} alert={alert} part={open} onChoose={setOpen} />}
    </li>
  );
}

/** Truncates the filters to one line; the settings show all filters. */
function Filters({ alert }: { alert: SavedAlert }) {
  const filters = alertFilters(alert).join(', ');
  if (filters === '') return null;
  return (
    <span
      title={filters}
      className="min-w-0 flex-1 basis-12 truncate text-sm font-normal text-soft sm:basis-24"
    >
      {filters}
    </span>
  );
}

function useFacts(alert: SavedAlert, compact: boolean): Pick<ListRowProps, 'facts' | 'moreFacts'> {
  const { lastMatch } = alert;
  const isLate = useOverdue(alert.pending);
  const count = countOf(use(CountsContext), alert);
  const pending = usePendingText(alert);
  if (isLate) return { facts: ['Waiting for the connection'] };
  if (compact) return { facts: [besideName(alert)] };
  const last = lastMatch && lastMatchText(lastMatch);
  return {
    facts: [
      isEmptyQuery(alert) && EMPTY_QUERY,
      pending !== null && <span className="font-medium text-ink">{pending}</span>,
      count === null ? last : count ? countText(count) : COUNT_PLACE,
      createdText(alert),
    ],
    moreFacts: [count !== null && last],
  };
}

/** As wide as a count, so that no fact moves when it is loaded. */
const COUNT_PLACE = (
  <span className="inline-block h-3 w-40 max-w-full rounded-full bg-sunken align-middle" />
);

function countText({ episodes, isPart }: AlertCount): string {
  return `${isPart ? 'At least ' : ''}${episodesText(episodes)} in the past month`;
}
