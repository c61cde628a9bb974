import { DAY_MS, type DigestCadence, HOUR_MS, type Preferences } from '../../contract/index.ts';
import type { Digest } from '../outbox/digest.ts';
import type { PersonPreferences } from '../runs/indexed-documents.ts';
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
function nextSlot(rhythm: Rhythm, atMs: number): number | null {
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

export interface Due {
  cadence: Digest['cadence'];
  slotMs: number;
}

export interface RunTimes {
  lastRunAtMs: number;
  nowMs: number;
  /** Has everybody due now, whatever they chose, save who paused. */
  everyoneDue: boolean;
}

interface Served {
  /** When all their matches were last sent, epoch milliseconds; null if unknown. */
  settledAtMs: number | null;
  /** A slot of the person that a run before could not serve. */
  missedSlotMs?: number | undefined;
}

/** The longest time between two digests; a day may have 25 hours. */
const LONGEST_MS: Record<DigestCadence, number> = {
  hourly: HOUR_MS,
  daily: DAY_MS + HOUR_MS,
  weekly: 7 * DAY_MS + HOUR_MS,
};

/**
 * Decides for one person after the other when a digest is due; what is in it, the sent log decides. A digest is
 * due at each slot of the person's rhythm, at one that an earlier run missed, when what was not mailed is
 * to be told, and at once where another rhythm would make the next one later than either rhythm allows.
 */
export function dueDigests({ lastRunAtMs, nowMs, everyoneDue }: RunTimes) {
  // By rhythm: calendars are slow (0.1 ms), and most people share a zone and an hour.
  const known = new Map<string, number | null>();

  function dueSlotOf(preferences: Preferences): number | null {
    const { cadence, hour, weekday, timeZone } = preferences;
    const rhythm = `${cadence} ${hour} ${weekday} ${timeZone}`;
    let slotMs = known.get(rhythm);
    if (slotMs === undefined)
      known.set(rhythm, (slotMs = dueSlot(preferences, lastRunAtMs, nowMs)));
    return slotMs;
  }

  /** Since when a digest is overdue because the person chose another rhythm. */
  function movedSlot(preferences: Preferences, settledAtMs: number | null): number | null {
    const { cadence, updatedAtMs } = preferences;
    if (cadence === 'paused' || updatedAtMs === null || updatedAtMs > nowMs) return null;
    const longestMs = LONGEST_MS[cadence];
    if (settledAtMs === null) return updatedAtMs > nowMs - longestMs ? updatedAtMs : null;
    if (updatedAtMs <= settledAtMs) return null;
    const nextMs = nextSlot(preferences, nowMs);
    return nextMs !== null && nextMs > settledAtMs + longestMs ? updatedAtMs : null;
  }

  return (preferences: PersonPreferences, { settledAtMs, missedSlotMs }: Served): Due | null => {
    const { cadence, retryAtMs } = preferences;
    if (cadence === 'paused') return null;
    if (everyoneDue) return { cadence, slotMs: nowMs };
    if (retryAtMs !== null && retryAtMs > nowMs) return null;
    const retryMs = retryAtMs !== null && retryAtMs > (settledAtMs ?? 0) ? retryAtMs : null;
    const slotMs =
      dueSlotOf(preferences) ?? missedSlotMs ?? retryMs ?? movedSlot(preferences, settledAtMs);
    return slotMs === null ? null : { cadence, slotMs };
  };
}
