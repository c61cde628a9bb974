import { DAY_MS, type DigestCadence, HOUR_MS, type Preferences } from '../../contract/index.ts';
import type { Digest } from '../outbox/digest.ts';
import type { PersonPreferences } from '../runs/indexed-documents.ts';
import { dueSlot, nextSlot } from './digest-schedule.ts';

/** Which digest is due to a person. */
export interface Due {
  cadence: Digest['cadence'];
  /** Epoch milliseconds. */
  slotMs: number;
}

/** What of a run decides who is due in it. */
export interface RunTimes {
  lastRunAtMs: number;
  nowMs: number;
  /** Has everybody due now, whatever they chose, save who paused. */
  everyoneDue: boolean;
}

/** What is known of a person beside the preferences. */
interface Served {
  /** When all that was new to them was last told, epoch milliseconds; null where nobody knows. */
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
