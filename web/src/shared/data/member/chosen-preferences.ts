import type { NewPreferences, Preferences } from 'functions/contract';
import { browserTimeZone } from '#shared/text/browser-time-zone.ts';

/** A draft to edit. Until preferences are stored, its time zone is the browser's. */
export function chosenPreferences(preferences: Preferences): NewPreferences {
  const { cadence, hour, weekday, timeZone, updatedAtMs } = preferences;
  return {
    cadence,
    hour,
    weekday,
    timeZone: updatedAtMs === null ? browserTimeZone() : timeZone,
  };
}
