import type { NewPreferences, Preferences } from 'functions/contract';
import { browserTimeZone } from '#shared/text/browser-time-zone.ts';

/** The stored preferences as a draft to edit. If nothing is stored, the browser's time zone is the default. */
export function chosenPreferences(preferences: Preferences): NewPreferences {
  const { cadence, hour, weekday, timeZone, updatedAtMs } = preferences;
  return {
    cadence,
    hour,
    weekday,
    timeZone: updatedAtMs === null ? browserTimeZone() : timeZone,
  };
}
