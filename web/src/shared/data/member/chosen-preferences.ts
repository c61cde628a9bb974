import type { NewPreferences, Preferences } from 'functions/contract';
import { browserTimeZone } from '#shared/text/browser-time-zone.ts';

/** Returns a draft to edit. Its time zone is the browser's until preferences are stored. */
export function chosenPreferences(preferences: Preferences): NewPreferences {
  const { cadence, hour, weekday, timeZone, updatedAtMs } = preferences;
  return {
    cadence,
    hour,
    weekday,
    timeZone: updatedAtMs === null ? browserTimeZone() : timeZone,
  };
}
