import { DAY_MS, HOUR_MS, MINUTE_MS } from 'functions/contract';

const SECOND_MS = 1000;
const YEAR_MS = 365.2425 * DAY_MS;
const MONTH_MS = YEAR_MS / 12;

/** Up to how many of a unit a phrase is used, the first that fits; `#` stands for how many. */
const PHRASES: readonly (readonly [unitMs: number, most: number, phrase: string])[] = [
  [SECOND_MS, 44, 'a few seconds'],
  [SECOND_MS, 89, 'a minute'],
  [MINUTE_MS, 44, '# minutes'],
  [MINUTE_MS, 89, 'an hour'],
  [HOUR_MS, 21, '# hours'],
  [HOUR_MS, 35, 'a day'],
  [DAY_MS, 25, '# days'],
  [DAY_MS, 45, 'a month'],
  [MONTH_MS, 10, '# months'],
  [MONTH_MS, 17, 'a year'],
  [YEAR_MS, Infinity, '# years'],
];

const UNAVAILABLE = 'Date unavailable';

/** When an episode came out, epoch milliseconds: null where that is unknown, and 0 in a bookmark. */
type Publication = number | null;

/** How long ago an episode came out ("3 hours ago"), or that its date is not available. */
export function relativeTime(publishedAtMs: Publication, now: number): string {
  const date = dateOf(publishedAtMs);
  if (!date) return UNAVAILABLE;
  const agoMs = now - date.getTime();
  for (const [index, [unitMs, most, phrase]] of PHRASES.entries()) {
    const count = Math.round(Math.abs(agoMs) / unitMs);
    if (count > most) continue;
    // Never "1 days": between 35 and 36 hours it is still a day.
    const fitting = count > 1 ? phrase : (PHRASES[index - 1]?.[2] ?? phrase);
    const span = fitting.replace('#', String(count));
    return agoMs < 0 ? `in ${span}` : `${span} ago`;
  }
  return UNAVAILABLE;
}

/** The day an episode came out, the same wherever it is read ("Nov 19, 2026", in UTC). */
export function dayOfPublication(publishedAtMs: Publication): string {
  const date = dateOf(publishedAtMs);
  if (!date) return UNAVAILABLE;
  // Without Intl, whose first use costs a phone more than the rest of a list.
  const [, day, month, year] = date.toUTCString().split(' ');
  return `${month} ${Number(day)}, ${year}`;
}

/** The exact time for a tooltip, US English ("Nov 19, 2026, 4:05 PM"), or empty. */
export function exactTime(publishedAtMs: Publication): string {
  const date = dateOf(publishedAtMs);
  return date?.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' }) ?? '';
}

/** Machine-readable form for `<time datetime>`, or undefined. */
export function isoTime(publishedAtMs: Publication): string | undefined {
  return dateOf(publishedAtMs)?.toISOString();
}

function dateOf(publishedAtMs: Publication): Date | null {
  const date = new Date(publishedAtMs || Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}
