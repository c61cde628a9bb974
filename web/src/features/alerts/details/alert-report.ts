import { DAY_MS, type Episode, MAX_TOTAL } from 'functions/contract';
import { episodesText, numberText } from '#shared/text/number-text.ts';
import { showName } from '#shared/search/show-name.ts';

const MAX_SHOWS = 3;
/** With more episodes a day than this, an alert is too much for most mailboxes. */
const MANY_A_DAY = 7;

export interface AlertReport {
  /** Episodes of the last 30 days, counted up to `MAX_TOTAL`. */
  total: number;
  aDay: number;
  /** Shows of the newest episodes, the most frequent first. */
  shows: { name: string; episodes: number }[];
  /** Episodes of the most frequent show that is not in `shows`; 0 if there is none. */
  others: number;
  isMany: boolean;
}

/**
 * @param newest The newest matching episodes, newest first.
 * @param days Number of days that were searched.
 */
export function alertReport(
  newest: readonly Episode[],
  total: number,
  { now, days }: { now: number; days: number },
): AlertReport {
  const counts = new Map<string, number>();
  for (const { podcast } of newest) {
    const name = showName(podcast);
    if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const sorted = [...counts]
    .map(([name, episodes]) => ({ name, episodes }))
    .sort((one, other) => other.episodes - one.episodes);
  const shows = sorted.slice(0, MAX_SHOWS);
  const others = sorted[MAX_SHOWS]?.episodes ?? 0;
  const oldestMs = newest.at(-1)?.pub_date_ms ?? null;
  // A total at the limit is a lower bound, so the average is computed from the newest episodes.
  const spanMs = total >= MAX_TOTAL && oldestMs !== null ? now - oldestMs : days * DAY_MS;
  const counted = total >= MAX_TOTAL ? newest.length : total;
  const aDay = spanMs > 0 ? counted / (spanMs / DAY_MS) : 0;
  return { total, aDay, shows, others, isMany: aDay > MANY_A_DAY };
}

const and = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** Returns "42 episodes in the past month, most often in Hard Fork (12) and Lex (7)." */
export function reportText({ total, aDay, shows, others, isMany }: AlertReport): string {
  const count = `${total >= MAX_TOTAL ? 'At least ' : ''}${episodesText(total)}`;
  const pace = isMany ? `, about ${numberText(Math.round(aDay))} a day` : '';
  const isAll = total === shows.reduce((sum, { episodes }) => sum + episodes, 0);
  // Omits shows for which "most often" is wrong: those with one episode, or with no more episodes than the
  // next show.
  const most = isAll ? shows : shows.filter(({ episodes }) => episodes > Math.max(others, 1));
  const named = and.format(most.map(({ name, episodes }) => `${name} (${numberText(episodes)})`));
  const where = named === '' ? '' : `, ${isAll ? 'in' : 'most often in'} ${named}`;
  return `${count} in the past month${pace}${where}.`;
}
