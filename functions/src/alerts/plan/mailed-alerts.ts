import type { ActiveAlert } from '../alert-record.ts';
import type { IndexedPerson } from '../match/shard-index.ts';

/**
 * Alerts whose matches are mailed. Raises `sinceMs` to exclude episodes from the time when the alert's mail, or
 * all mail, was off.
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
