import * as z from 'zod';
import { MAX_ALERTS } from '../../contract/index.ts';
import type { Digest } from './digest.ts';

type MadeSections = Pick<Digest, 'createdAtMs'> & {
  sections: readonly Digest['sections'][number][];
};

/** Time of the last email and its number of episodes, by alert id. */
export type LastEmails = Readonly<Record<string, { atMs: number; episodes: number }>>;

const schema = z.record(z.string(), z.object({ atMs: z.number(), episodes: z.number() }));

export function readLastEmails(fields: Record<string, unknown> | undefined): LastEmails {
  return schema.safeParse(fields?.['last']).data ?? {};
}

export function withLastEmail(
  before: LastEmails,
  { sections, createdAtMs }: MadeSections,
): LastEmails {
  const last = { ...before };
  for (const { alertId, episodes, moreCount } of sections) {
    last[alertId] = { atMs: createdAtMs, episodes: episodes.length + moreCount };
  }
  const newest = Object.entries(last).sort(([, a], [, b]) => b.atMs - a.atMs);
  return Object.fromEntries(newest.slice(0, MAX_ALERTS));
}

export function withoutLastEmail(
  last: LastEmails,
  { sections, createdAtMs }: MadeSections,
): LastEmails {
  const unmailed = new Set(sections.map(({ alertId }) => alertId));
  const left = Object.entries(last).filter(
    ([alertId, { atMs }]) => atMs !== createdAtMs || !unmailed.has(alertId),
  );
  return Object.fromEntries(left);
}
