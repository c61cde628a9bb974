import {
  DAY_MS,
  type DigestCadence,
  HOUR_MS,
  MINUTE_MS,
  type Preferences,
} from '../../contract/index.ts';
import type { Digest } from '../outbox/digest.ts';
import type { PersonPreferences } from '../alert-record.ts';
import { dayIn, hourIn, weekdayOf } from './zoned-time.ts';

/** A week, plus a day because today's hour may be in the future. */
const DAYS_BACK = 8;

/** Runs start in any minute in which something new was stored. {@link isTooSoon} keeps hourly digests an hour apart. */
const HOURLY_SLOT_MS = MINUTE_MS;

type Rhythm = Pick<Preferences, 'cadence' | 'hour' | 'weekday' | 'timeZone'>;

/** The latest slot up to `atMs` in the person's time zone. Null if all mail is paused. */
export function latestSlot(rhythm: Rhythm, atMs: number): number | null {
  switch (rhythm.cadence) {
    case 'paused':
      return null;
    case 'hourly':
      return Math.floor(atMs / HOURLY_SLOT_MS) * HOURLY_SLOT_MS;
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

function nextSlot(rhythm: Rhythm, atMs: number): number | null {
  if (rhythm.cadence === 'hourly') return (Math.floor(atMs / HOURLY_SLOT_MS) + 1) * HOURLY_SLOT_MS;
  // Daily and weekly slots are at least 23 hours apart, so steps of half a day skip none.
  for (let days = 0.5; days <= DAYS_BACK; days += 0.5) {
    const slot = latestSlot(rhythm, atMs + days * DAY_MS);
    if (slot !== null && slot > atMs) return slot;
  }
  return null;
}

/** The latest slot since the last run, or null. Earlier slots are dropped. */
export function dueSlot(rhythm: Rhythm, lastRunAtMs: number, nowMs: number): number | null {
  const slot = latestSlot(rhythm, nowMs);
  return slot !== null && slot > lastRunAtMs ? slot : null;
}

/**
 * True if an `hourly` digest must wait, because the last digest's slot is less than an hour away. Unmailed
 * digests do not count.
 */
export function isTooSoon(
  { cadence, slotMs }: Due,
  last: Pick<Digest, 'slotMs' | 'state'>,
): boolean {
  const isUnmailed = last.state === 'failed' || last.state === 'cancelled';
  if (cadence !== 'hourly' || isUnmailed) return false;
  return Math.abs(slotMs - last.slotMs) < HOUR_MS;
}

export interface Due {
  cadence: Digest['cadence'];
  slotMs: number;
}

export interface RunTimes {
  lastRunAtMs: number;
  nowMs: number;
  everyoneDue: boolean;
}

interface Served {
  settledAtMs: number | null;
  missedSlotMs?: number | undefined;
  isRepaired?: boolean | undefined;
}

/** Max time between digests while matches are pending. A day may have 25 hours. */
const LONGEST_MS: Record<DigestCadence, number> = {
  hourly: HOUR_MS,
  daily: DAY_MS + HOUR_MS,
  weekly: 7 * DAY_MS + HOUR_MS,
};

/**
 * A digest is due by schedule, for a missed slot, to retry unmailed episodes, or if the next slot of a
 * changed schedule is too late.
 */
export function dueDigests({ lastRunAtMs, nowMs, everyoneDue }: RunTimes) {
  // Caches slots by schedule: computing a slot takes 0.1 ms, and most people share a time zone and an hour.
  const known = new Map<string, number | null>();

  function dueSlotOf(preferences: Preferences): number | null {
    const { cadence, hour, weekday, timeZone } = preferences;
    const rhythm = `${cadence} ${hour} ${weekday} ${timeZone}`;
    let slotMs = known.get(rhythm);
    if (slotMs === undefined)
      known.set(rhythm, (slotMs = dueSlot(preferences, lastRunAtMs, nowMs)));
    return slotMs;
  }

  /** The time when the schedule changed, if its next slot is later than {@link LONGEST_MS} allows. */
  function movedSlot(preferences: Preferences, settledAtMs: number | null): number | null {
    const { cadence, updatedAtMs } = preferences;
    if (cadence === 'paused' || updatedAtMs === null || updatedAtMs > nowMs) return null;
    const longestMs = LONGEST_MS[cadence];
    if (settledAtMs === null) return updatedAtMs > nowMs - longestMs ? updatedAtMs : null;
    if (updatedAtMs <= settledAtMs) return null;
    const nextMs = nextSlot(preferences, nowMs);
    return nextMs !== null && nextMs > settledAtMs + longestMs ? updatedAtMs : null;
  }

  return (preferences: PersonPreferences, served: Served): Due | null => {
    const { cadence, unmailedAtMs } = preferences;
    const { settledAtMs, missedSlotMs, isRepaired = false } = served;
    if (cadence === 'paused') return null;
    if (everyoneDue) return { cadence, slotMs: nowMs };
    // True if a later digest contained the unmailed episodes. The margin of a minute excludes a run that
    // started before the failure was stored.
    const isResent = unmailedAtMs !== null && (settledAtMs ?? 0) > unmailedAtMs + MINUTE_MS;
    const retryAtMs = isResent ? null : isRepaired ? nowMs : preferences.retryAtMs;
    if (retryAtMs !== null && retryAtMs > nowMs) return null;
    const retryMs = retryAtMs !== null && retryAtMs > (settledAtMs ?? 0) ? retryAtMs : null;
    const slotMs =
      dueSlotOf(preferences) ?? missedSlotMs ?? retryMs ?? movedSlot(preferences, settledAtMs);
    return slotMs === null ? null : { cadence, slotMs };
  };
}
