import { describeAlert } from 'functions/contract';
import { shortDate } from '#shared/text/dates.ts';
import type { SavedAlert } from '#shared/member/data/member-data.ts';
import { numberText } from '#shared/text/number-text.ts';

/** The lines below the keyword of a saved alert. */
export function alertFacts(alert: SavedAlert): string[] {
  const { createdAtMs, lastMatch } = alert;
  const asked = describeAlert(alert);
  const saved = [...(asked === null ? [] : [asked]), `Created on ${shortDate(createdAtMs)}`];
  if (!lastMatch) return saved;
  const { atMs, episodes } = lastMatch;
  const count = `${numberText(episodes)} ${episodes === 1 ? 'episode' : 'episodes'}`;
  return [...saved, `Last match ${shortDate(atMs)}, ${count}`];
}
