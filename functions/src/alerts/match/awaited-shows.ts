import { type AlertQuery, queryOfAlert } from '../../query/alert-query.ts';
import { planQuery } from '../../query/plan-query.ts';
import { wantedTerms } from '../../query/query-plan.ts';

const MAX_AWAITED = 500;

export interface AwaitedShow {
  person: string;
  /** In lower case. */
  title: string;
}

/**
 * Lists shows that alerts name with `show:`, one of each person in turn, so that nobody takes all places. Their feeds are
 * fetched as often as possible.
 */
export function awaitedShows(
  people: Iterable<readonly [person: string, alerts: Iterable<AlertQuery>]>,
): AwaitedShow[] {
  const lists = Array.from(people, ([person, alerts]) =>
    [...titlesIn(alerts)].map((title) => ({ person, title })),
  ).filter(({ length }) => length > 0);
  const shows: AwaitedShow[] = [];
  for (let at = 0; shows.length < MAX_AWAITED; at += 1) {
    const round = lists.flatMap((list) => list[at] ?? []);
    if (round.length === 0) return shows;
    shows.push(...round.slice(0, MAX_AWAITED - shows.length));
  }
  return shows;
}

function titlesIn(alerts: Iterable<AlertQuery>): Set<string> {
  const titles = new Set<string>();
  for (const alert of alerts) {
    if (alert.language === undefined || !/show:/i.test(alert.keyword)) continue;
    const plan = planQuery([queryOfAlert(alert)]);
    for (const { field, text, beginning } of plan === null ? [] : wantedTerms(plan)) {
      if (field === 'show' && !beginning) titles.add(text.trim().toLowerCase());
    }
  }
  return titles;
}
