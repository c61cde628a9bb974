import { type Episode, MATCHES_A_PAGE } from 'functions/contract';
import { memo, type ReactNode, useCallback, useDeferredValue, useRef, useState } from 'react';
import { AlertSuggestions } from '#features/alerts/create/alert-suggestions.tsx';
import { numberText } from '#shared/text/number-text.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { CountRow } from './count-row.tsx';
import { EpisodeRow } from './episode-row.tsx';
import { alertsIn, countIn, inboxDays, type InboxRow, isSameRow } from './inbox-rows.ts';
import { MoreButton } from './more-button.tsx';
import { shownMatch } from './match-episode.ts';
import type { ReadyInbox } from './use-inbox.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useToday } from './use-today.ts';

/** These fill the window. The others are rendered when the browser has painted these. */
const FIRST_ROWS = 8;

/** Older pages are laid out only near the window, so that a long list stays quick. The padding leaves room for shadows. */
const FAR = '-mx-4 px-4 [contain-intrinsic-size:auto_12rem] [content-visibility:auto]';

export type EpisodeActions = (episode: Episode) => ReactNode;

export const MATCHES_FAILED = <FailureNotice text="Your matches cannot be loaded right now." />;

interface InboxListProps {
  inbox: ReadyInbox;
  isOfAlert: boolean;
  isUnreadOnly: boolean;
  episodeActions: EpisodeActions | undefined;
}

export function InboxList({ inbox, isOfAlert, isUnreadOnly, episodeActions }: InboxListProps) {
  const { rows, hasMore, isMoreUnread, more, showMore, open } = inbox;
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);
  const now = useToday();
  // What is opened here stays in the list of unread matches, so that nothing moves and the focus has a place.
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const isWhole = useDeferredValue(true, false);
  const wanted = isUnreadOnly
    ? rows.filter(({ key, isUnread }) => isUnread || opened.has(key))
    : rows;
  const shown = isWhole ? wanted : wanted.slice(0, FIRST_ROWS);

  const far = new Set(shown.slice(MATCHES_A_PAGE).map(({ key }) => key));

  const openRow = useCallback(
    (row: InboxRow) => {
      setOpened((before) => new Set([...before, row.key]));
      open(row);
    },
    [open],
  );

  return (
    <div ref={list}>
      {shown.length === 0 && (
        <div className="mt-3 rounded-2xl bg-sunken px-4 py-5 text-soft sm:px-5">
          <p>{emptyText({ isOfAlert, isUnreadOnly, read: isMoreUnread ? rows.length : 0 })}</p>
          {!isOfAlert && !isUnreadOnly && <AlertSuggestions />}
        </div>
      )}
      {inboxDays(shown, now).map((day) => (
        <section key={day.name} aria-label={day.name} className="mt-5">
          <h3 className="text-sm font-semibold text-soft">{day.name}</h3>
          <ul className="mt-2 space-y-3">
            {day.rows.map((row) => (
              <li key={row.key} className={far.has(row.key) ? FAR : undefined}>
                <Row row={row} now={now} episodeActions={episodeActions} onOpen={openRow} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {more === 'failed' && (
        <div className="mt-4">
          <FailureNotice text="Older matches cannot be loaded right now." />
        </div>
      )}
      {isWhole && hasMore && (!isUnreadOnly || isMoreUnread) && (
        <MoreButton
          isBusy={more === 'busy'}
          // After a failure, the person decides. Of few unread matches, scrolling would read a year.
          isAutomatic={more !== 'failed' && !isUnreadOnly}
          onMore={showMore}
        />
      )}
    </div>
  );
}

interface EmptyTextOptions {
  isOfAlert: boolean;
  isUnreadOnly: boolean;
  /** Number of rows that were read if older ones may be unread, else 0. */
  read: number;
}

function emptyText({ isOfAlert, isUnreadOnly, read }: EmptyTextOptions): string {
  if (isUnreadOnly && read > 0) return `Nothing unread among the newest ${numberText(read)}.`;
  if (isUnreadOnly) return 'Nothing unread.';
  return isOfAlert
    ? 'This alert has no matches of the past year.'
    : 'No matches yet. New episodes that match your alerts appear here.';
}

interface RowProps {
  row: InboxRow;
  now: number;
  episodeActions: EpisodeActions | undefined;
  onOpen: (row: InboxRow) => void;
}

/** Memoized, so that opening one of a thousand rows does not render them all. */
const Row = memo(function Row({ row, now, episodeActions, onOpen }: RowProps) {
  const { isUnread, matches } = row;
  const shown = shownMatch(row);
  const open = () => onOpen(row);
  if (shown === null) {
    const { query } = matches[0];
    return <CountRow count={countIn(row) ?? 0} alert={query} isUnread={isUnread} onOpen={open} />;
  }
  return (
    <EpisodeRow
      shown={shown}
      alerts={alertsIn(row)}
      isUnread={isUnread}
      now={now}
      actions={episodeActions?.(shown.episode)}
      onOpen={open}
    />
  );
}, isSameRowProps);

function isSameRowProps(before: RowProps, after: RowProps): boolean {
  const { now, episodeActions, onOpen } = before;
  return (
    isSameRow(before.row, after.row) &&
    now === after.now &&
    episodeActions === after.episodeActions &&
    onOpen === after.onOpen
  );
}
