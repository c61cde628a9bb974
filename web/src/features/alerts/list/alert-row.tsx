import {
  type AlertCount,
  alertFilters,
  alertLabel,
  alertName,
  besideName,
  EMPTY_QUERY,
  isEmptyQuery,
} from 'functions/contract';
import { clsx } from 'clsx';
import { ChevronDown, Trash2 } from 'lucide-react';
import { use, useCallback, useId, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { episodesText, numberText } from '#shared/text/number-text.ts';
import { TextButton } from '#shared/ui/text-button.tsx';
import { AlertDetails, type AlertPart } from '#features/alerts/details/alert-details.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { useAnchor } from '#shared/page/use-anchor.ts';
import { takeLostFocus } from '#shared/ui/take-lost-focus.ts';
import { createdText, lastMatchText, pausedText } from './alert-facts.ts';
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

/** With this line height, six rows of three lines fit on a phone's screen. */
const FACT = 'text-[0.8125rem] leading-4 text-soft sm:text-sm sm:leading-5';

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
  const { pending } = alert;
  const paused = pausedText(alert);
  const isLate = useOverdue(pending);
  const label = alertLabel(alert);
  const opens = !compact && (!pending || open !== undefined);
  return (
    <li
      ref={row}
      id={compact ? undefined : rowId(alert)}
      tabIndex={-1}
      className={compact ? 'py-1' : 'scroll-mt-4'}
    >
      <div ref={head}>
        <div className={clsx('relative flex items-center', !compact && '-mr-2 flex-wrap')}>
          <div
            className={clsx(
              'min-w-0 flex-1',
              !compact && 'basis-32 items-center gap-x-4 py-1.5 max-sm:py-0.5 sm:flex',
            )}
          >
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-baseline gap-x-2 max-sm:leading-snug">
                {opens ? (
                  <button
                    type="button"
                    aria-label={label}
                    aria-expanded={open !== undefined}
                    aria-controls={open ? partId : undefined}
                    onClick={() => setOpen(open ? undefined : 'matches')}
                    // Makes the whole row clickable.
                    className="min-w-0 text-left font-semibold break-words after:absolute after:inset-0 after:rounded-xl"
                  >
                    <bdi>{alertName(alert)}</bdi>
                    {/* Never wraps onto a line of its own. */}
                    <span aria-hidden className="whitespace-nowrap">
                      {'\u00a0'}
                      <ChevronDown
                        className={clsx('inline size-4 text-soft', open && 'rotate-180')}
                      />
                    </span>
                  </button>
                ) : (
                  <span className="min-w-0 font-semibold break-words">
                    <bdi>{alertName(alert)}</bdi>
                  </span>
                )}
                {paused !== null && (
                  <span className="rounded-full bg-sunken px-2.5 py-0.5 text-xs font-medium text-soft">
                    {paused}
                  </span>
                )}
                {!compact && open !== 'settings' && <Filters alert={alert} />}
              </p>
              <Facts alert={alert} compact={compact} isLate={isLate} />
            </div>
            {!compact && !isLate && (
              <p className={clsx(FACT, 'shrink-0 sm:pr-2')}>{createdText(alert)}</p>
            )}
          </div>
          <div className="relative ml-auto flex items-center gap-1">
            {opens && (
              // The same button opens and closes the settings, so that it keeps the focus.
              <TextButton
                aria-label={`${open ? 'Close' : 'Settings of'} ${label}`}
                aria-controls={open ? partId : undefined}
                className="min-h-11 shrink-0 px-1.5 text-sm"
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
          </div>
        </div>
        {focus !== undefined && focus !== ROW && open !== 'settings' && (
          <ExcludedTerms alert={alert} only={focus} />
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
      className="min-w-0 flex-1 basis-14 truncate text-sm text-soft sm:basis-24"
    >
      {filters}
    </span>
  );
}

function Facts({ alert, compact, isLate }: AlertRowProps & { isLate: boolean }) {
  const beside = besideName(alert);
  const { lastMatch } = alert;
  const count = countOf(use(CountsContext), alert);
  const pending = usePendingText(alert);
  const className = clsx('min-w-0', compact ? 'text-sm text-soft' : FACT);
  if (isLate) return <p className={className}>Waiting for the connection</p>;
  if (compact) return beside === null ? null : <p className={className}>{beside}</p>;
  const isCounted = count !== null;
  return (
    <div className={clsx(className, 'flex flex-wrap gap-x-2.5 sm:gap-x-3')}>
      {isEmptyQuery(alert) && <p>{EMPTY_QUERY}</p>}
      {pending !== null && <p className="font-medium text-ink">{pending}</p>}
      {isCounted && (
        // Reserves the line's space while the count loads.
        <p className="min-h-4 sm:min-h-5">{count && countText(count)}</p>
      )}
      {lastMatch && (
        <>
          <p className="max-sm:hidden">{lastMatchText(lastMatch)}</p>
          {!isCounted && <p className="sm:hidden">{numberText(lastMatch.episodes)} last time</p>}
        </>
      )}
    </div>
  );
}

function countText({ episodes, isPart }: AlertCount): string {
  return `${isPart ? 'At least ' : ''}${episodesText(episodes)} in the past month`;
}
