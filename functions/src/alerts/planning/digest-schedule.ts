import { DAY_MS, HOUR_MS, type Preferences } from '../../contract/index.ts';
import { dayIn, hourIn, weekdayOf } from './zoned-time.ts';

/** Days looked back through: a week, and one for an hour that is still to come today. */
const DAYS_BACK = 8;

type Rhythm = Pick<Preferences, 'cadence' | 'hour' | 'weekday' | 'timeZone'>;

/**
 * The latest moment, not after `atMs`, at which a digest was to be sent; epoch milliseconds. Every
 * full hour for `hourly`; the chosen hour of the person's own clock for `daily` and, on the chosen
 * day, `weekly` (see `hourIn` for days on which clocks are set). Null for `paused`.
 */
export function latestSlot(rhythm: Rhythm, atMs: number): number | null {
  switch (rhythm.cadence) {
    case 'paused':
      return null;
    case 'hourly':
      return Math.floor(atMs / HOUR_MS) * HOUR_MS;
    case 'daily':
    case 'weekly': {
      const { year, month, day } = dayIn(rhythm.timeZone, atMs);
      for (let back = 0; back <= DAYS_BACK; back += 1) {
        const date = { year, month, day: day - back };
        if (rhythm.cadence === 'weekly' && weekdayOf(date) !== rhythm.weekday) continue;
        const slot = hourIn(rhythm.timeZone, date, rhythm.hour);
        if (slot <= atMs) return slot;
      }
      return null;
    }
  }
}

/** The first moment after `atMs` at which a digest is to be sent; see {@link latestSlot}. */
export function nextSlot(rhythm: Rhythm, atMs: number): number | null {
  if (rhythm.cadence === 'hourly') return (Math.floor(atMs / HOUR_MS) + 1) * HOUR_MS;
  // Slots of one rhythm are at least 23 hours apart.
  for (let days = 0.5; days <= DAYS_BACK; days += 0.5) {
    const slot = latestSlot(rhythm, atMs + days * DAY_MS);
    if (slot !== null && slot > atMs) return slot;
  }
  return null;
}

/**
 * The slot a run has to serve, or null when none is due: the latest since the last run, of several
 * missed ones only that.
 */
export function dueSlot(rhythm: Rhythm, lastRunAtMs: number, nowMs: number): number | null {
  const slot = latestSlot(rhythm, nowMs);
  return slot !== null && slot > lastRunAtMs ? slot : null;
}
