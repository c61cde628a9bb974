import { MONTH_DAYS } from 'functions/contract';
import type { MatchCount } from '#features/alerts/count/use-match-count.ts';
import { numberText } from '#shared/text/number-text.ts';

/** With more episodes a week than this, an alert is too much for most mailboxes. */
const MANY_A_WEEK = 50;

export function previewText({ total, isPart }: MatchCount): string {
  const span = 'in the past month';
  if (total === 0) return `No episodes ${span}`;
  if (total === 1) return `About 1 episode ${span}`;
  return `${isPart ? 'At least' : 'About'} ${numberText(total)} episodes ${span}`;
}

/** Formats a count for a list whose heading names the period: `…` while counting, `–` after a failure. */
export function countText(count: MatchCount | null | undefined): string {
  if (count === undefined) return '…';
  if (count === null) return '–';
  return count.total === 0 ? 'none' : `${numberText(count.total)}${count.isPart ? '+' : ''}`;
}

/** Returns a sentence for more than {@link MANY_A_WEEK} episodes a week, else an empty string. */
export function manyText({ total, isPart }: MatchCount): string {
  const weekly = (total / MONTH_DAYS) * 7;
  if (weekly <= MANY_A_WEEK) return '';
  return `That is ${isPart ? 'more than' : 'about'} ${Math.floor(weekly)} a week.`;
}
