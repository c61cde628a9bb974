import type { NewPreferences, Preferences } from 'functions/contract';
import { browserTimeZone } from '#shared/text/browser-time-zone.ts';

/** What a person chose, ready to be changed and saved; who never did is offered the time zone of this browser. */
export function chosenPreferences(preferences: Preferences): NewPreferences {
  const { cadence, hour, weekday, timeZone, updatedAtMs } = preferences;
  return {
    cadence,
    hour,
    weekday,
    timeZone: updatedAtMs === null ? browserTimeZone() : timeZone,
  };
}
