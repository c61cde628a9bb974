const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Minutes east of UTC. */
const ZONES = new Map(
  Object.entries({
    z: 0,
    ut: 0,
    utc: 0,
    gmt: 0,
    est: -300,
    edt: -240,
    cst: -360,
    cdt: -300,
    mst: -420,
    mdt: -360,
    pst: -480,
    pdt: -420,
    wet: 0,
    west: 60,
    bst: 60,
    cet: 60,
    cest: 120,
    eet: 120,
    eest: 180,
    jst: 540,
    aest: 600,
    aedt: 660,
  }),
);

const WEEKDAY =
  '(?:(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)(?:day|nesday|rsday|urday)?,?\\s+)?';
const SEPARATOR = '(?:\\s+|-)';
const MONTH =
  '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)' +
  '(?:(?<=jan|feb)uary|(?<=mar)ch|(?<=apr)il|(?<=jun)e|(?<=jul)y|(?<=aug)ust|(?<=sep)t(?:ember)?|(?<=oct)ober|(?<=nov|dec)ember)?';
const TIME = '(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,]\\d+)?)?';

/** RFC 822 with years of RFC 2822. Time, seconds and zone are optional; a comment may follow. */
const RFC_822 = new RegExp(
  `^${WEEKDAY}(\\d{1,2})${SEPARATOR}${MONTH}${SEPARATOR}(\\d{4}|\\d{2})(?:\\s+${TIME}\\s*([a-z]*[+-]?[\\d:]*)(?:\\s*\\([^()]*\\))?)?$`,
  'i',
);
const ISO_8601 = new RegExp(
  `^(\\d{4})-(\\d{2})-(\\d{2})(?:[t\\s]${TIME}\\s*([a-z]*[+-]?[\\d:]*))?$`,
  'i',
);

const MAX_LENGTH = 80;
const OLDEST_YEAR = 1900;
const MAX_OFFSET_HOURS = 14;

/**
 * Epoch milliseconds of an RFC 822 or ISO 8601 date; default midnight UTC. Ignores wrong weekdays.
 * Null if invalid or ambiguous: 31 Feb, 25:61, 05/10/2026, +9999, unknown zones.
 */
export function parsePublicationDate(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) return null;
  const rfc = RFC_822.exec(trimmed);
  if (rfc) {
    const [, day, month = '', year = '', ...time] = rfc;
    return epochMs(fullYear(year), MONTHS.indexOf(month.toLowerCase()), Number(day), time);
  }
  const iso = ISO_8601.exec(trimmed);
  if (iso) {
    const [, year, month, day, ...time] = iso;
    return epochMs(Number(year), Number(month) - 1, Number(day), time);
  }
  return null;
}

/** RFC 2822, section 4.3: 00 to 49 are this century. */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return year < 50 ? 2000 + year : 1900 + year;
}

function epochMs(
  year: number,
  monthIndex: number,
  day: number,
  [hours = '0', minutes = '0', seconds = '0', zone = '']: (string | undefined)[],
): number | null {
  const offsetMinutes = zoneOffsetMinutes(zone);
  const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds)];
  if (offsetMinutes === null || year < OLDEST_YEAR) return null;
  if (hour > 23 || minute > 59 || second > 60) return null;
  const date = new Date(Date.UTC(year, monthIndex, day));
  if (date.getUTCMonth() !== monthIndex || date.getUTCDate() !== day) return null;
  return date.getTime() + ((hour * 60 + minute - offsetMinutes) * 60 + second) * 1000;
}

function zoneOffsetMinutes(zone: string): number | null {
  if (zone === '') return 0;
  const named = ZONES.get(zone.toLowerCase());
  if (named !== undefined) return named;
  const offset = /^(?:utc|gmt)?([+-])(\d{2}):?(\d{2})?$/i.exec(zone);
  if (!offset) return null;
  const [, sign, hours, minutes = '0'] = offset;
  const [hour, minute] = [Number(hours), Number(minutes)];
  if (hour > MAX_OFFSET_HOURS || minute > 59) return null;
  return (sign === '-' ? -1 : 1) * (hour * 60 + minute);
}
