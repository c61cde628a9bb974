import { MAX_TOTAL } from 'functions/contract';
import { numberText } from '#shared/text/number-text.ts';
import { PREVIEW_DAYS } from './use-keyword-count.ts';

/** Episodes a week above which a keyword is too much for most mailboxes. */
const MANY_A_WEEK = 50;

/** How often a keyword is mentioned; `total` is counted up to `MAX_TOTAL`. */
export function previewText(total: number): string {
  const span = `in the last ${PREVIEW_DAYS} days`;
  if (total === 0) return `No episodes ${span}`;
  if (total === 1) return `About 1 episode ${span}`;
  const count = numberText(total);
  return `${total >= MAX_TOTAL ? 'At least' : 'About'} ${count} episodes ${span}`;
}

/**
 * A short form of {@link previewText} for a list whose heading names the period; `…` while the count is
 * unknown.
 */
export function countText(total: number | undefined): string {
  if (total === undefined) return '…';
  return total === 0 ? 'none' : `${numberText(total)}${total >= MAX_TOTAL ? '+' : ''}`;
}

/** Warns that a keyword brings more than {@link MANY_A_WEEK} episodes a week; else empty. */
export function manyText(total: number): string {
  const weekly = (total / PREVIEW_DAYS) * 7;
  if (weekly <= MANY_A_WEEK) return '';
  const more = total >= MAX_TOTAL ? 'more than' : 'about';
  return `That is ${more} ${Math.floor(weekly)} a week.`;
}
