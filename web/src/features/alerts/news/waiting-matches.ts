import {
  type AlertFields,
  alertFields,
  alertIdentity,
  DELIVERY_EPISODES,
  type PendingAlert,
  type PendingMatch,
  pendingOf,
} from 'functions/contract';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { type FoundMatches, startOfDay } from './news.ts';

type Listed = FoundMatches['alerts'][number]['episodes'][number];

/**
 * Groups pending matches by alert and day like the history, with the newest listed.
 * @param alerts Null if unknown: all pending matches are then included, without names of alerts.
 */
export function waitingMatches(
  pending: readonly PendingAlert[],
  alerts: readonly SavedAlert[] | null,
): FoundMatches[] {
  const times = pending.flatMap(({ matches }) => matches.map(foundAt));
  const oldestMs = Math.min(...times, Date.now());
  if (alerts === null) {
    return pending.flatMap((waiting) => byDay(waiting, { keyword: '' }, oldestMs));
  }
  return alerts.flatMap((alert) => {
    const alertId = alertIdentity(alert.id, alert.createdAtMs);
    return byDay({ alertId, ...pendingOf(alert, pending) }, alertFields(alert), oldestMs);
  });
}

/** @param oldestMs Time of the counted matches if the alert lists none. */
function byDay(
  { alertId, matches, moreCount }: PendingAlert,
  alert: AlertFields,
  oldestMs: number,
): FoundMatches[] {
  if (matches.length === 0 && moreCount > 0) {
    return [{ atMs: oldestMs, alerts: [{ alertId, ...alert, count: moreCount, episodes: [] }] }];
  }
  const days = new Map<number, (Listed & { foundAtMs: number })[]>();
  for (const match of matches) {
    const { title, link, podcast } = match;
    const foundAtMs = foundAt(match);
    const day = startOfDay(foundAtMs);
    days.set(day, [...(days.get(day) ?? []), { title, link, podcast, foundAtMs }]);
  }
  const oldest = Math.min(...days.keys());
  return [...days].map(([day, found]) => {
    found.sort((one, other) => other.foundAtMs - one.foundAtMs);
    const times = found.map(({ foundAtMs }) => foundAtMs);
    // Counted matches are older than listed matches, so they belong to the oldest day.
    const count = found.length + (day === oldest ? moreCount : 0);
    const episodes = found.slice(0, DELIVERY_EPISODES);
    const moreFoundAtMs = times.slice(DELIVERY_EPISODES);
    return {
      atMs: times.at(-1) ?? day,
      alerts: [{ alertId, ...alert, count, episodes, moreFoundAtMs }],
    };
  });
}

function foundAt({ ingestedAtMs, foundAtMs = ingestedAtMs }: PendingMatch): number {
  return foundAtMs;
}
