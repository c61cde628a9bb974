import { HOUR_MS } from 'functions/contract';

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

function format(epochMs: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(epochMs);
}
