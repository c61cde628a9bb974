import { DAY_MS, type Preferences } from '../../contract/index.ts';
import type { Digest } from '../outbox/digest.ts';
import { dueSlot, latestSlot } from './digest-schedule.ts';
import { WINDOW_DAYS } from '../matching/news-time.ts';
import type { PersonPreferences } from '../outbox/outbox-store.ts';
import { TICK_MS } from '../indexing/change-log.ts';

/**
 * How far behind its slot a digest looks: a refresh may take effect after the run it belongs to, and
 * an hourly digest waits for one before it that may be a day on its way.
 */
const OVERLAP_MS = 2 * DAY_MS;

/** How long after it happened an index knows of a change at the latest, save when runs fail. */
const KNOWN_WITHIN_MS = 2 * TICK_MS;

/** Which digest is due to a person, and from when on news may still be untold; epoch milliseconds. */
export interface Due {
  cadence: Digest['cadence'];
  slotMs: number;
  fromMs: number;
}

/** What of a run decides who is due in it. */
export interface RunTimes {
  lastRunAtMs: number;
  nowMs: number;
  /** Has everybody due now, whatever they chose, save who paused. */
  everyoneDue: boolean;
}

interface Slots {
  /** The slot the run has to serve, or null. */
  dueMs: number | null;
  /** The one before it. */
  previousMs: number | null;
}

/**
 * Decides for one person after the other. Windows are generous, because the ledger decides. After a
 * change of preferences the slots before were of another rhythm, and after a digest that was not mailed
 * what was in it is untold, so all there is is looked at; so it is for a slot that an earlier run missed.
 */
export function dueWishes({ lastRunAtMs, nowMs, everyoneDue }: RunTimes) {
  const sinceMs = nowMs - WINDOW_DAYS * DAY_MS;
  // By rhythm: calendars are slow (0.1 ms), and most people share a zone and an hour.
  const known = new Map<string, Slots>();

  function slotsOf(preferences: Preferences): Slots {
    const { cadence, hour, weekday, timeZone } = preferences;
    const rhythm = `${cadence} ${hour} ${weekday} ${timeZone}`;
    let slots = known.get(rhythm);
    if (slots === undefined) {
      const dueMs = dueSlot(preferences, lastRunAtMs, nowMs);
      slots = { dueMs, previousMs: dueMs && latestSlot(preferences, dueMs - 1) };
      known.set(rhythm, slots);
    }
    return slots;
  }

  /**
   * When what a weekly digest did not mail is told: at the same hour of the next day, for a week later
   * it would be too old. Null where a digest comes every day anyway, or nothing is untold.
   */
  function slotAfterUnmailed(preferences: PersonPreferences, isAsked: boolean): number | null {
    const { cadence, unmailedAtMs } = preferences;
    if (cadence !== 'weekly' || unmailedAtMs === null) return null;
    const { dueMs, previousMs } = slotsOf({ ...preferences, cadence: 'daily' });
    const sinceLastMs = Math.min(previousMs ?? 0, lastRunAtMs);
    // It may have become known only after the slot that followed it.
    return unmailedAtMs > (isAsked ? sinceLastMs : sinceLastMs - KNOWN_WITHIN_MS) ? dueMs : null;
  }

  /**
   * @param missedSlotMs A slot of the person that a run before could not serve.
   * @param isAsked Whether the ledger was asked since anything of the person changed.
   */
  return (preferences: PersonPreferences, missedSlotMs?: number, isAsked = true): Due | null => {
    const { cadence, updatedAtMs, unmailedAtMs } = preferences;
    if (cadence === 'paused') return null;
    if (everyoneDue) return { cadence, slotMs: nowMs, fromMs: sinceMs };
    const { dueMs, previousMs } = slotsOf(preferences);
    const slotMs = dueMs ?? missedSlotMs ?? slotAfterUnmailed(preferences, isAsked);
    if (slotMs === null) return null;
    const changedAtMs = Math.max(updatedAtMs ?? 0, unmailedAtMs ?? 0);
    if (missedSlotMs !== undefined || changedAtMs >= sinceMs)
      return { cadence, slotMs, fromMs: sinceMs };
    const fromMs = Math.max(sinceMs, Math.min(previousMs ?? sinceMs, lastRunAtMs) - OVERLAP_MS);
    return { cadence, slotMs, fromMs };
  };
}
