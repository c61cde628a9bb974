import type { StoredMatch } from 'functions/contract';
import { useCallback, useState } from 'react';
import { useMatches, usePerson } from '#shared/data/hooks/use-live-list.ts';
import type { MatchCursor } from '#shared/data/member/member-data.ts';
import { useMemberData } from '#shared/data/member/member-data-context.ts';
import { reportQuietly } from '#shared/report.ts';
import { countUnread, type InboxRow, inboxRows, withOlder } from './inbox-rows.ts';
import { readOlder, type ReadMatches, useReadAgain } from './use-read-again.ts';

export interface ReadyInbox {
  status: 'ready';
  rows: readonly InboxRow[];
  unread: number;
  /** True if there may be more unread matches than were read. */
  isMoreUnread: boolean;
  hasMore: boolean;
  more: Reading['more'];
  /** Reads the next page. */
  showMore: () => void;
  /** Marks the row as read on all devices. Does nothing if it is. Always the same function. */
  open: (row: InboxRow) => void;
}

export type LiveInbox = { status: 'loading' | 'failed' } | ReadyInbox;

interface Reading {
  alert: string;
  more: 'idle' | 'busy' | 'failed';
}

/**
 * The newest page is live; older pages are read once, so that a visit reads no more than it shows, and again when the
 * person comes back to the page.
 * Requires a `MemberArea`.
 * @param alert Identity of an alert; empty for the matches of all alerts.
 */
export function useInbox(alert = ''): LiveInbox {
  const data = useMemberData();
  const live = useMatches(alert);
  const person = usePerson();
  const [read, setRead] = useState<ReadMatches | null>(null);
  const known = read?.alert === alert ? read : null;
  useReadAgain(known, setRead);
  const [reading, setReading] = useState<Reading>({ alert, more: 'idle' });
  const more = reading.alert === alert ? reading.more : 'idle';
  const { opened, open } = useOpened();
  if (person.status !== 'ready') return person;
  if (live.status !== 'ready') return live;
  const { page } = live;
  const { seenAtMs } = person.person;
  const joined = known && withOlder(page.matches, known.matches);
  // Too many new matches at once: the older ones are read again when the person wants them.
  if (known && joined === null) setRead(null);
  const matches = (joined ?? page.matches).map((match) =>
    opened.has(match.id) ? { ...match, openedAtMs: match.openedAtMs ?? match.foundAtMs } : match,
  );
  const next = known && joined ? known.next : page.next;
  const rows = inboxRows(matches, seenAtMs);

  async function readMore(from: MatchCursor): Promise<void> {
    setReading({ alert, more: 'busy' });
    try {
      setRead(await readOlder(data, { alert, matches, next: from }));
      setReading({ alert, more: 'idle' });
    } catch {
      setReading({ alert, more: 'failed' });
    }
  }

  return {
    status: 'ready',
    rows,
    unread: countUnread(rows),
    isMoreUnread: isMoreUnread(matches, next, seenAtMs),
    hasMore: next !== null,
    more,
    showMore() {
      if (next !== null && more !== 'busy') void readMore(next);
    },
    open,
  };
}

/** Remembers what was opened, because older pages are not live. */
function useOpened() {
  const data = useMemberData();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());

  const open = useCallback(
    ({ isUnread, matches }: InboxRow) => {
      if (!isUnread) return;
      const ids = matches.flatMap(({ id, openedAtMs }) => (openedAtMs === undefined ? id : []));
      setOpened((before) => new Set([...before, ...ids]));
      data.noteOpened(ids).catch((error: unknown) => {
        setOpened((before) => new Set([...before].filter((id) => !ids.includes(id))));
        reportQuietly(error);
      });
    },
    [data],
  );

  return { opened, open };
}

/** True if there are further matches, and the oldest that was read is newer than "mark all read". */
function isMoreUnread(
  matches: readonly StoredMatch[],
  next: MatchCursor | null,
  readUntilMs: number | null,
): boolean {
  const oldest = matches.at(-1);
  if (next === null || oldest === undefined) return next !== null;
  return readUntilMs === null || oldest.foundAtMs > readUntilMs;
}
