import { alertIdentity } from 'functions/contract';
import { useEffect, useState } from 'react';
import type { MemberData, SavedAlert } from '#shared/data/member/member-data.ts';
import { useMemberData } from '#shared/data/member/member-data-context.ts';
import type { Week } from './weeks.ts';

/** How many counts are requested at a time. */
const AT_ONCE = 8;

export type WeekCounts = readonly number[] | 'loading' | 'failed';

type Counted = Readonly<Record<string, WeekCounts>>;

/** Matches of each alert in each week. A count is one read, and those of weeks before the alert are not read. */
export function useWeekCounts(
  alerts: readonly SavedAlert[],
  weeks: readonly Week[],
): readonly WeekCounts[] {
  const data = useMemberData();
  const [counted, setCounted] = useState<Counted>({});
  const ids = alerts.map(({ id, createdAtMs }) => alertIdentity(id, createdAtMs));
  const missing = alerts.find((_, at) => counted[ids[at] ?? ''] === undefined);

  useEffect(() => {
    if (missing === undefined) return;
    let isLeft = false;
    const identity = alertIdentity(missing.id, missing.createdAtMs);
    const note = (counts: WeekCounts) => {
      if (!isLeft) setCounted((before) => ({ ...before, [identity]: counts }));
    };
    countWeeks(data, missing, weeks).then(note, () => note('failed'));
    return () => {
      isLeft = true;
    };
  }, [data, missing, weeks]);

  return ids.map((id) => counted[id] ?? 'loading');
}

async function countWeeks(
  data: MemberData,
  { id, createdAtMs }: SavedAlert,
  weeks: readonly Week[],
): Promise<number[]> {
  const identity = alertIdentity(id, createdAtMs);
  const counts: number[] = [];
  for (let from = 0; from < weeks.length; from += AT_ONCE) {
    const part = weeks.slice(from, from + AT_ONCE).map(async ({ sinceMs, untilMs }) => {
      return untilMs <= createdAtMs ? 0 : data.countMatches(identity, sinceMs, untilMs);
    });
    counts.push(...(await Promise.all(part)));
  }
  return counts;
}
