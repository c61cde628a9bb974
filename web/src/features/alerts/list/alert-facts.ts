import { isEmptyQuery, EMPTY_QUERY } from 'functions/contract';
import { shortDate } from '#shared/text/dates.ts';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { episodesText } from '#shared/text/number-text.ts';

/** A text about the last email with an alert. */
export function lastMatchText({ atMs, episodes }: NonNullable<SavedAlert['lastMatch']>): string {
  return `Last match ${shortDate(atMs)}, ${episodesText(episodes)}`;
}

/** The line below an alert's name: when it was created and, for a query that matches nothing, why. */
export function alertFact(alert: SavedAlert): string {
  const saved = `Created on ${shortDate(alert.createdAtMs)}`;
  return isEmptyQuery(alert) ? `${EMPTY_QUERY} ${saved}` : saved;
}
