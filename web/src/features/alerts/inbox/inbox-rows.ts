import { type AlertFields, alertLabel, isUnread, type StoredMatch } from 'functions/contract';
import { dayName, startOfDay } from './day-name.ts';

/** An episode with all loaded matches of it, or the matches of an alert that a day only counted. */
export interface InboxRow {
  key: string;
  /** Newest first, at least one. */
  matches: readonly [StoredMatch, ...StoredMatch[]];
  isUnread: boolean;
}

export interface InboxDay {
  /** "Today", "Yesterday", "Tuesday" or "Nov 12". */
  name: string;
  rows: InboxRow[];
}

/** @param matches Newest first. The newest match of an episode decides where its row is and whether it is unread. */
export function inboxRows(matches: readonly StoredMatch[], readUntilMs: number | null): InboxRow[] {
  const found = new Map<string, [StoredMatch, ...StoredMatch[]]>();
  for (const match of matches) {
    const key = rowKey(match);
    const known = found.get(key);
    if (known) known.push(match);
    else found.set(key, [match]);
  }
  return [...found].map(([key, ofRow]) => ({
    key,
    matches: ofRow,
    isUnread: isUnread(ofRow[0], readUntilMs),
  }));
}

function rowKey({ episode, alert, foundAtMs }: StoredMatch): string {
  return episode?.id ?? `${alert} ${startOfDay(foundAtMs)}`;
}

/** True if both rows look the same. */
export function isSameRow(one: InboxRow, other: InboxRow): boolean {
  return (
    one.key === other.key &&
    one.isUnread === other.isUnread &&
    one.matches.length === other.matches.length &&
    one.matches.every((match, at) => match === other.matches[at])
  );
}

/** Counts episodes and matches that are only counted. */
export function countUnread(rows: readonly InboxRow[]): number {
  return rows.filter((row) => row.isUnread).reduce((sum, row) => sum + (countIn(row) ?? 1), 0);
}

/** The number of matches that are only counted; null for an episode. */
export function countIn({ matches }: InboxRow): number | null {
  if (matches[0].count === undefined) return null;
  return matches.reduce((sum, { count = 0 }) => sum + count, 0);
}

/** The alerts that found the row, each name once. */
export function alertsIn({ matches }: InboxRow): AlertFields[] {
  return [...new Map(matches.map(({ query }) => [alertLabel(query), query])).values()];
}

/** Groups rows by the day on which they were found, in the browser's time zone. */
export function inboxDays(rows: readonly InboxRow[], nowMs: number): InboxDay[] {
  const days = new Map<string, InboxRow[]>();
  for (const row of rows) {
    const name = dayName(row.matches[0].foundAtMs, nowMs);
    const known = days.get(name);
    if (known) known.push(row);
    else days.set(name, [row]);
  }
  return [...days].map(([name, ofDay]) => ({ name, rows: ofDay }));
}

/**
 * Appends matches that were read before to the live ones. Returns null if there may be others in between, because more
 * matches than a page were found at once.
 * @param known Newest first, as shown when older ones were last read.
 */
export function withOlder(
  newest: readonly StoredMatch[],
  known: readonly StoredMatch[],
): readonly StoredMatch[] | null {
  const oldest = newest.at(-1);
  if (oldest === undefined || known.length === 0) return [...newest, ...known];
  const at = known.findIndex(({ id }) => id === oldest.id);
  if (at === -1) return null;
  const live = new Set(newest.map(({ id }) => id));
  return [...newest, ...known.slice(at + 1).filter(({ id }) => !live.has(id))];
}
