import { MAX_ALERTS, MAX_BOOKMARKS } from 'functions/contract';
import { numberText } from '#shared/text/number-text.ts';

const KINDS = {
  alert: { limit: MAX_ALERTS, remove: 'Delete' },
  bookmark: { limit: MAX_BOOKMARKS, remove: 'Remove' },
} as const;

type Kind = keyof typeof KINDS;

const NEARLY_FULL = 0.9;

export function isFull(kind: Kind, saved: number): boolean {
  return saved >= KINDS[kind].limit;
}

export function roomText(kind: Kind, saved: number): string {
  const { limit } = KINDS[kind];
  const left = limit - saved;
  if (left <= 0) return limitText(kind, 1);
  if (saved < limit * NEARLY_FULL) return '';
  return `You can add ${left} more ${kind}${left === 1 ? '' : 's'}.`;
}

export function limitText(kind: Kind, wanted: number): string {
  const { limit, remove } = KINDS[kind];
  const most = `${numberText(limit)} ${kind}s`;
  return wanted === 1
    ? `You have reached the limit of ${most}. ${remove} one to add another.`
    : `These would exceed the limit of ${most}. ${remove} some to add them.`;
}
