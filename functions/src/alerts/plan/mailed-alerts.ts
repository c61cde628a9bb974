import type { ActiveAlert } from '../alert-record.ts';
import type { IndexedPerson } from '../match/shard-index.ts';

/**
 * The alerts of a person that are mailed, each with a `sinceMs` that excludes episodes from the time when its
 * mail, or all mail, was off.
 */
export function mailedAlerts({
  alerts,
  preferences,
}: Pick<IndexedPerson, 'alerts' | 'preferences'>): ActiveAlert[] {
  const resumedAtMs = preferences.resumedAtMs ?? 0;
  return alerts.flatMap((alert) => {
    if (alert.mail === false) return [];
    const sinceMs = Math.max(alert.sinceMs, alert.mailedSinceMs ?? 0, resumedAtMs);
    return [sinceMs === alert.sinceMs ? alert : { ...alert, sinceMs }];
  });
}
