import { isEmptyQuery, EMPTY_QUERY } from 'functions/contract';
import { shortDate } from '#shared/text/dates.ts';
import type { SavedAlert } from '#shared/member/data/member-data.ts';
import { numberText } from '#shared/text/number-text.ts';

/** What was mailed of an alert last; null where nothing was. */
export function lastMatchText({ lastMatch }: Pick<SavedAlert, 'lastMatch'>): string | null {
  if (!lastMatch) return null;
  const { atMs, episodes } = lastMatch;
  const count = `${numberText(episodes)} ${episodes === 1 ? 'episode' : 'episodes'}`;
  return `Last match ${shortDate(atMs)}, ${count}`;
}

/** The line below the name of a saved alert: when it was saved, or why it finds nothing. */
export function alertFact(alert: SavedAlert): string {
  const saved = `Created on ${shortDate(alert.createdAtMs)}`;
  return isEmptyQuery(alert) ? `${EMPTY_QUERY} ${saved}` : saved;
}
