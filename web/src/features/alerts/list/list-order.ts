import { alertLabel, foldedWords, isPausedAt } from 'functions/contract';
import type { SavedAlert } from '#shared/data/member/member-data.ts';

/** `noisiest`: most recent matches; `lastEmail`: most episodes in the last email. */
export const ORDERS = ['newest', 'noisiest', 'name', 'lastEmail'] as const;
export type ListOrder = (typeof ORDERS)[number];

const COLLATOR = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

const COMPARE: Record<
  Exclude<ListOrder, 'noisiest'>,
  ((one: SavedAlert, other: SavedAlert) => number) | null
> = {
  // Keeps Firestore's order, newest first.
  newest: null,
  name: (one, other) => COLLATOR.compare(one.keyword, other.keyword),
  lastEmail: (one, other) => lastEmailed(other) - lastEmailed(one),
};

/** Filters by label (name, filters and excluded terms), then sorts. */
export function orderedAlerts(
  alerts: readonly SavedAlert[],
  find: string,
  order: ListOrder,
  noiseOf: (alert: SavedAlert) => number,
): SavedAlert[] {
  const wanted = foldedWords(find.trim());
  const found = alerts.filter((alert) => foldedWords(alertLabel(alert)).includes(wanted));
  if (order === 'noisiest') {
    return found.sort((one, other) => noiseOf(other) - noiseOf(one));
  }
  const compare = COMPARE[order];
  return compare === null ? found : found.sort(compare);
}

/** -1 for a paused alert, which is sorted last. */
function lastEmailed(alert: SavedAlert): number {
  return isPausedAt(alert, Date.now()) ? -1 : (alert.lastMatch?.episodes ?? 0);
}
