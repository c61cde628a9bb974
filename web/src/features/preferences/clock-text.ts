import { HOUR_MS } from 'functions/contract';

/** 2024 began on a Monday. */
const MONDAY = Date.UTC(2024, 0, 1);

/** An hour of the day, 0 to 23, US English: "8:00 AM". */
export function hourText(hour: number): string {
  return format(MONDAY + hour * HOUR_MS, { timeStyle: 'short' });
}

/** A day of the week, from 1 (Monday) to 7, US English. */
export function weekdayText(weekday: number): string {
  return format(MONDAY + (weekday - 1) * 24 * HOUR_MS, { weekday: 'long' });
}

/** The name of a time zone as people read it: "America/New York". */
export function zoneText(timeZone: string): string {
  return timeZone.replaceAll('_', ' ');
}

function format(epochMs: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(epochMs);
}
