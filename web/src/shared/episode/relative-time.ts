import dayjs from 'dayjs';
import relativeTimePlugin from 'dayjs/plugin/relativeTime';

dayjs.extend(relativeTimePlugin);

/** How long ago an episode came out ("3 hours ago"); a time that is no time says so. */
export function relativeTime(epochMs: number, now: number): string {
  const date = dayjs(epochMs);
  return date.isValid() ? date.from(now) : 'Date unavailable';
}

/** The day an episode came out, the same wherever it is read ("Nov 19, 2026", in UTC). */
export function dayOfPublication(epochMs: number): string {
  const date = new Date(epochMs);
  if (Number.isNaN(date.getTime())) return 'Date unavailable';
  return date.toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
}

/** The exact time for a tooltip, US English ("Nov 19, 2026, 4:05 PM"), or empty. */
export function exactTime(epochMs: number): string {
  const date = new Date(epochMs);
  if (Number.isNaN(date.getTime())) return '';
  return date.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
}

/** Machine-readable form for `<time datetime>`, or undefined. */
export function isoTime(epochMs: number): string | undefined {
  const date = new Date(epochMs);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
