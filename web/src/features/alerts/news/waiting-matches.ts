import {
  type AlertFields,
  alertFields,
  alertIdentity,
  DELIVERY_EPISODES,
  type PendingAlert,
  pendingOf,
} from 'functions/contract';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { type FoundMatches, startOfDay } from './news.ts';

type Listed = FoundMatches['alerts'][number]['episodes'][number];

/**
 * What waits for the next email, as the history will have it: by alert and day, with the newest ones listed.
 * @param alerts Null if they are not known: then all matches are counted, without names.
 */
export function waitingMatches(
  pending: readonly PendingAlert[],
  alerts: readonly SavedAlert[] | null,
): FoundMatches[] {
  if (alerts === null) return pending.flatMap((waiting) => byDay(waiting, { keyword: '' }));
  return alerts.flatMap((alert) => {
    const alertId = alertIdentity(alert.id, alert.createdAtMs);
    return byDay({ alertId, ...pendingOf(alert, pending) }, alertFields(alert));
  });
}

function byDay({ alertId, matches, moreCount }: PendingAlert, alert: AlertFields): FoundMatches[] {
  const days = new Map<number, (Listed & { foundAtMs: number })[]>();
  for (const { title, link, podcast, ingestedAtMs, foundAtMs = ingestedAtMs } of matches) {
    const day = startOfDay(foundAtMs);
    days.set(day, [...(days.get(day) ?? []), { title, link, podcast, foundAtMs }]);
  }
  const oldest = Math.min(...days.keys());
  return [...days].map(([day, found]) => {
    found.sort((one, other) => other.foundAtMs - one.foundAtMs);
    const times = found.map(({ foundAtMs }) => foundAtMs);
    // Matches that are only counted are older than the others.
    const count = found.length + (day === oldest ? moreCount : 0);
    const episodes = found.slice(0, DELIVERY_EPISODES);
    const moreFoundAtMs = times.slice(DELIVERY_EPISODES);
    return {
      atMs: times.at(-1) ?? day,
      alerts: [{ alertId, ...alert, count, episodes, moreFoundAtMs }],
    };
  });
}
