import { isEmptyQuery, EMPTY_QUERY } from 'functions/contract';
import { shortDate } from '#shared/text/dates.ts';
import type { SavedAlert } from '#shared/member/data/member-data.ts';
import { episodesText } from '#shared/text/number-text.ts';

/** What was mailed of an alert last. */
export function lastMatchText({ atMs, episodes }: NonNullable<SavedAlert['lastMatch']>): string {
  return `Last match ${shortDate(atMs)}, ${episodesText(episodes)}`;
}

/** The line below the name of a saved alert: when it was saved, or why it finds nothing. */
export function alertFact(alert: SavedAlert): string {
  const saved = `Created on ${shortDate(alert.createdAtMs)}`;
  return isEmptyQuery(alert) ? `${EMPTY_QUERY} ${saved}` : saved;
}
