import { dateAndTime } from '#shared/text/clock-time.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from 'functions/contract';

const SECOND_MS = 1000;
const YEAR_MS = 365.2425 * DAY_MS;
const MONTH_MS = YEAR_MS / 12;

/** In ascending order: the first phrase with at most `max` units is used. `#` is the number of units. */
const PHRASES: readonly (readonly [unitMs: number, max: number, phrase: string])[] = [
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

/** Time of publication in epoch milliseconds. If unknown, null, or 0 in a bookmark. */
type Publication = number | null;

/** Time since publication, such as "3 hours ago", or "Date unavailable". */
export function relativeTime(publishedAtMs: Publication, now: number): string {
  const date = dateOf(publishedAtMs);
  if (!date) return UNAVAILABLE;
  const agoMs = now - date.getTime();
  for (const [index, [unitMs, max, phrase]] of PHRASES.entries()) {
    const count = Math.round(Math.abs(agoMs) / unitMs);
    if (count > max) continue;
    // Avoids "1 days" for 35 to 36 hours, which are still "a day".
    const fitting = count > 1 ? phrase : (PHRASES[index - 1]?.[2] ?? phrase);
    const span = fitting.replace('#', String(count));
    // A time a few seconds ahead counts as past, because clocks differ by seconds.
    const isFuture = agoMs < 0 && index > 0;
    return isFuture ? `in ${span}` : `${span} ago`;
  }
  return UNAVAILABLE;
}

/** The publication day in UTC ("Nov 19, 2026"), so that server and browser agree. */
export function dayOfPublication(publishedAtMs: Publication): string {
  const date = dateOf(publishedAtMs);
  if (!date) return UNAVAILABLE;
  // Avoids Intl, whose first use is slower on phones than rendering the rest of a list.
  const [, day, month, year] = date.toUTCString().split(' ');
  return `${month} ${Number(day)}, ${year}`;
}

/** Empty if the date is unknown. */
export function exactTime(publishedAtMs: Publication): string {
  const date = dateOf(publishedAtMs);
  return date ? dateAndTime(date.getTime()) : '';
}

export function isoTime(publishedAtMs: Publication): string | undefined {
  return dateOf(publishedAtMs)?.toISOString();
}

function dateOf(publishedAtMs: Publication): Date | null {
  const date = new Date(publishedAtMs || Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}
