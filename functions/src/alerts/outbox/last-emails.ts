import { MAX_ALERTS } from '../../contract/index.ts';
import type { Digest } from './digest.ts';
import type { Pending } from './pending-document.ts';

type MadeSections = Pick<Digest, 'createdAtMs'> & {
  sections: readonly Digest['sections'][number][];
};

export function withLastEmail(pending: Pending, { sections, createdAtMs }: MadeSections): Pending {
  const last = { ...pending.last };
  for (const { alertId, episodes, moreCount } of sections) {
    last[alertId] = { atMs: createdAtMs, episodes: episodes.length + moreCount };
  }
  const newest = Object.entries(last).sort(([, a], [, b]) => b.atMs - a.atMs);
  return { ...pending, last: Object.fromEntries(newest.slice(0, MAX_ALERTS)) };
}

export function withoutLastEmail(
  pending: Pending,
  { sections, createdAtMs }: MadeSections,
): Pending {
  if (pending.last === undefined) return pending;
  const unmailed = new Set(sections.map(({ alertId }) => alertId));
  const left = Object.entries(pending.last).filter(
    ([alertId, { atMs }]) => atMs !== createdAtMs || !unmailed.has(alertId),
  );
  return { ...pending, last: Object.fromEntries(left) };
}
