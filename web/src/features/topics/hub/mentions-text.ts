import { MAX_TOTAL } from 'functions/contract';
import { numberText } from '#shared/text/number-text.ts';

/** A hub's number of episodes as text; `total` is capped at MAX_TOTAL. */
export function mentionsText(total: number): string {
  if (total === 0) return 'No episodes mention these topics right now';
  if (total === 1) return '1 episode now mentions these topics';
  const count = numberText(total) + (total >= MAX_TOTAL ? ' or more' : '');
  return `${count} episodes now mention these topics`;
}
