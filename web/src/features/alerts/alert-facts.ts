import { shortDate } from '#shared/dates.ts';
import type { SavedAlert } from '#shared/member/member-data.ts';
import { numberText } from '#shared/number-text.ts';

/**
 * What there is to say about an alert besides its keyword, a line each.
 * @param writing Whether a change is being sent just now: then nobody has waited long enough to be told.
 */
export function alertFacts(alert: SavedAlert, writing: boolean): string[] {
  const { createdAtMs, lastMatch, pending } = alert;
  const saved =
    pending && !writing ? 'Waiting for the connection' : `Created on ${shortDate(createdAtMs)}`;
  if (!lastMatch) return [saved];
  const { atMs, episodes } = lastMatch;
  const count = `${numberText(episodes)} ${episodes === 1 ? 'episode' : 'episodes'}`;
  return [saved, `Last match ${shortDate(atMs)}, ${count}`];
}
