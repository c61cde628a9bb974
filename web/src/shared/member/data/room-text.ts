import { MAX_ALERTS, MAX_BOOKMARKS } from 'functions/contract';
import { numberText } from '#shared/text/number-text.ts';

/** What a person saves a limited number of: how the screen calls it, and how one goes. */
const KINDS = {
  alert: { limit: MAX_ALERTS, remove: 'Delete' },
  bookmark: { limit: MAX_BOOKMARKS, remove: 'Remove' },
} as const;

type Kind = keyof typeof KINDS;

/** The screen speaks of the limit when so much of it is used. */
const NEARLY_FULL = 0.9;

/** Whether a person who has saved so many can save no more. */
export function isFull(kind: Kind, saved: number): boolean {
  return saved >= KINDS[kind].limit;
}

/** How much room is left, for who has nearly or all used it up; empty for everybody else. */
export function roomText(kind: Kind, saved: number): string {
  const { limit } = KINDS[kind];
  const left = limit - saved;
  if (left <= 0) return limitText(kind, 1);
  if (saved < limit * NEARLY_FULL) return '';
  return `You can add ${left} more ${kind}${left === 1 ? '' : 's'}.`;
}

/** Why nothing was saved where so many more were wanted than there is room for, and what helps. */
export function limitText(kind: Kind, wanted: number): string {
  const { limit, remove } = KINDS[kind];
  const most = `${numberText(limit)} ${kind}s`;
  return wanted === 1
    ? `You have reached the limit of ${most}. ${remove} one to add another.`
    : `You can have ${most} at most, and these would be more. ${remove} some to add them.`;
}
