import { alertLabel, foldedWords } from 'functions/contract';
import type { SavedAlert } from '#shared/member/data/member-data.ts';

/** Orders of the list of alerts. */
export const ORDERS = ['newest', 'noisiest', 'name', 'brought'] as const;
export type ListOrder = (typeof ORDERS)[number];

const COLLATOR = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

const COMPARE: Record<
  Exclude<ListOrder, 'noisiest'>,
  ((one: SavedAlert, other: SavedAlert) => number) | null
> = {
  // As Firestore gives them.
  newest: null,
  name: (one, other) => COLLATOR.compare(one.keyword, other.keyword),
  brought: (one, other) => brought(other) - brought(one),
};

/** The alerts that contain what is looked for in their name or what they leave out, in an order. */
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

/** How many episodes an alert told last; alerts that rest come after those that found nothing. */
function brought({ lastMatch, paused }: SavedAlert): number {
  return paused ? -1 : (lastMatch?.episodes ?? 0);
}
