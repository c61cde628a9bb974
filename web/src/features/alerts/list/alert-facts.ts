import { isEmptyQuery, NOTES_ONLY, EMPTY_QUERY } from 'functions/contract';
import { shortDate } from '#shared/text/dates.ts';
import type { SavedAlert } from '#shared/member/data/member-data.ts';
import { numberText } from '#shared/text/number-text.ts';

/** The lines below the name of a saved alert; what it leaves out stands below them. */
export function alertFacts(alert: SavedAlert): string[] {
  const { createdAtMs, lastMatch, spoken = true } = alert;
  const saved = [
    ...(isEmptyQuery(alert) ? [EMPTY_QUERY] : []),
    ...(spoken ? [] : [NOTES_ONLY]),
    `Created on ${shortDate(createdAtMs)}`,
  ];
  if (!lastMatch) return saved;
  const { atMs, episodes } = lastMatch;
  const count = `${numberText(episodes)} ${episodes === 1 ? 'episode' : 'episodes'}`;
  return [...saved, `Last match ${shortDate(atMs)}, ${count}`];
}
