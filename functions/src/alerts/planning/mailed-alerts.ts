import type { ActiveAlert } from '../alert-record.ts';
import type { IndexedPerson } from '../shards/shard-index.ts';

/**
 * A person's alerts that are mailed, which match no episode from the time when their mail, or all mail, was
 * off.
 */
export function mailedAlerts({ alerts, preferences }: IndexedPerson): ActiveAlert[] {
  const resumedAtMs = preferences.resumedAtMs ?? 0;
  return alerts.flatMap((alert) => {
    if (alert.mail === false) return [];
    const sinceMs = Math.max(alert.sinceMs, alert.mailedSinceMs ?? 0, resumedAtMs);
    return [sinceMs === alert.sinceMs ? alert : { ...alert, sinceMs }];
  });
}
