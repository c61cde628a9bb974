import { HOUR_MS, type Preferences } from 'functions/contract';
import { browserTimeZone } from './browser-time-zone.ts';

/** Midnight of a Monday (1 January 2024) in UTC, epoch milliseconds. */
const MONDAY = Date.UTC(2024, 0, 1);

/** @param hour From 0 to 23. */
export function hourText(hour: number): string {
  return format(MONDAY + hour * HOUR_MS, { timeStyle: 'short' });
}

/** @param weekday From 1 (Monday) to 7. */
export function weekdayText(weekday: number): string {
  return format(MONDAY + (weekday - 1) * 24 * HOUR_MS, { weekday: 'long' });
}

/** Formats `America/New_York` as "America/New York". */
export function zoneText(timeZone: string): string {
  return timeZone.replaceAll('_', ' ');
}

/** Returns a text such as "Email daily at 8:00 AM", with the time zone if it is not the browser's. */
export function emailText({ cadence, weekday, hour, timeZone }: Preferences): string {
  const zone = timeZone === browserTimeZone() ? '' : ` ${zoneText(timeZone)}`;
  const time = `${hourText(hour)}${zone}`;
  switch (cadence) {
    case 'hourly':
      return 'Email as it happens';
    case 'daily':
      return `Email daily at ${time}`;
    case 'weekly':
      return `Email on ${weekdayText(weekday)}s at ${time}`;
    case 'paused':
      return 'Email paused';
  }
}

function format(epochMs: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(epochMs);
}
