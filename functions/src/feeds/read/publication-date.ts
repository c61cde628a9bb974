import { inUsualShape } from './date-shapes.ts';
import { type DateWord, dateWord, fold } from './date-words.ts';
import { readZone, type ToUtc } from './zone-offset.ts';

const MAX_LENGTH = 100;
const OLDEST_YEAR = 1900;

/** Seconds (9 or 10 digits) or milliseconds (12 or 13 digits) since 1970. Shorter numbers are dates. */
const EPOCH = /^(?:(\d{9,10})(?:\.\d+)?|(\d{12,13}))$/;
const COMMENT = /\(([^()]*)\)/g;
const TIME =
  /(?<!\d|\d[+-])(\d{1,2})(?:\s?[:h]\s?(\d{1,2})(?:\s?[:m]\s?(\d{1,2})(?:[.,:]\d+)?)?(?!\d)|(?=\s?[ap]\.?\s?m\b)|\s?(?:h|uhr)(?!\p{L}))/u;
/** A time with dots (Indonesian, Danish): 10.30.00. Matches only after the year; elsewhere it is a day. */
const DOTTED_TIME = /(?<=\d{4}\D{1,20})(?<!\d)(\d{1,2})\.(\d\d)(?:\.(\d\d))?(?![\d.])/;
const BEHIND_TIME = /^\s?(?:(?:uhr|hrs?|h|s)(?!\p{L}))?\s*(?:([ap])\.?\s?m(?:\.|(?!\p{L})))?/u;
const BEFORE_TIME = /(?<!\p{L})([ap])\.?m\.?\s?$/u;
/** Matches a zone directly after a date without a time: `2026-11-23Z`. */
const ZONE_ONLY = /(?<=\d\s?)(?:z|utc|gmt|(?:(?:utc|gmt)\s?)?[+-]\d\d:\d\d)$/;
const PART = /(\p{L}[\p{L}\p{M}]*)|(\d+)|([\s,،.:/'"’;|·॰_[\]-]+)|(.)/gu;

interface TimeOfDay {
  hour: number;
  minute: number;
  second: number;
  noon: DateWord['noon'];
}

interface WrittenDate {
  numbers: string[];
  words: DateWord[];
  /** True if dots separate the numbers, as in 23.11.2026. Then the day comes first in every country. */
  hasDots: boolean;
}

/**
 * Returns epoch milliseconds. The default time is midnight, the default zone UTC. Ignores wrong weekdays.
 * Null for an invalid or ambiguous date: 31 Feb, 25:61, 05/10/2026, +9999, unknown zones.
 */
export function parsePublicationDate(text: string): number | null {
  const written = text.trim();
  if (written === '' || written.length > MAX_LENGTH) return null;
  const [, seconds, milliseconds] = EPOCH.exec(written) ?? [];
  if (seconds !== undefined) return Number(seconds) * 1000;
  if (milliseconds !== undefined && !isBasicIso(milliseconds)) return Number(milliseconds);

  let comment = '';
  const folded = inUsualShape(fold(written)).replace(COMMENT, (_, inside: string) => {
    comment = inside;
    return ' ';
  });
  const { time, zone, others } = splitTime(folded);
  const date = readParts(others);
  const dayMs = date === null ? null : dayOf(date);
  const ofDayMs = msOfDay(time, date?.words.find(({ noon }) => noon !== undefined)?.noon);
  if (dayMs === null || ofDayMs === null) return null;
  const toUtc = zone ?? readZone(comment, 0)?.toUtc;
  return toUtc === undefined ? dayMs + ofDayMs : toUtc(dayMs + ofDayMs);
}

/** True for a date such as 202611231000, which as milliseconds would be a time in 1976. */
function isBasicIso(digits: string): boolean {
  return /^20\d\d[01]\d[0-3]\d[0-2]\d[0-5]\d$/.test(digits);
}

function splitTime(text: string): {
  time: TimeOfDay | null;
  zone?: ToUtc | undefined;
  others: string;
} {
  const found = TIME.exec(text) ?? DOTTED_TIME.exec(text);
  if (found === null) {
    const only = ZONE_ONLY.exec(text);
    if (only === null) return { time: null, others: text };
    const others = text.slice(0, only.index);
    return { time: null, zone: readZone(text, only.index)?.toUtc, others };
  }
  const [written, hour, minute = '0', second = '0'] = found;
  const behind = text.slice(found.index + written.length);
  const before = text.slice(0, found.index);
  const [marks = '', half = BEFORE_TIME.exec(before)?.[1]] = BEHIND_TIME.exec(behind) ?? [];
  const zone = readZone(behind, marks.length);
  return {
    time: {
      hour: Number(hour),
      minute: Number(minute),
      second: Number(second),
      noon: half === undefined ? undefined : half === 'p' ? 12 : 0,
    },
    zone: zone?.toUtc,
    others: `${before} ${behind.slice(zone?.end ?? marks.length)}`,
  };
}

/** 24:00 is the end of the day. "PM" does not change an hour above 12 ("22:00 PM"). */
function msOfDay(time: TimeOfDay | null, noonBefore: DateWord['noon']): number | null {
  if (time === null) return 0;
  const { minute, second, noon = noonBefore } = time;
  const hour = noon !== undefined && time.hour <= 12 ? (time.hour % 12) + noon : time.hour;
  const seconds = (hour * 60 + minute) * 60 + second;
  return minute > 59 || second > 60 || seconds > 24 * 3600 ? null : seconds * 1000;
}

function readParts(text: string): WrittenDate | null {
  const numbers: string[] = [];
  const words: DateWord[] = [];
  let [between, signs] = ['', ''];
  for (const [, word, digits, separator, odd] of text.matchAll(PART)) {
    const known = word === undefined ? {} : dateWord(word);
    // In "Oct -2026" the number is negative, not a year.
    const isNegative = digits !== undefined && /\s-$/.test(between);
    if (odd !== undefined || known === undefined || isNegative) return null;
    if (word !== undefined) words.push(known);
    if (digits !== undefined) numbers.push(digits);
    if (numbers.length === 1 || numbers.length === 2) signs += separator ?? '';
    between = separator ?? '';
  }
  return { numbers, words, hasDots: /\./.test(signs) };
}

function dayOf({ numbers, words, hasDots }: WrittenDate): number | null {
  const month = monthIn(words);
  if (month === null) return null;
  const named = words.map(({ weekday }) => weekday).find((day) => typeof day === 'number');
  const days = new Set(possibleDays(numbers, month, hasDots).filter((day) => day !== null));
  const onWeekday = [...days].filter((day) => new Date(day).getUTCDay() === named);
  const [day, another] = days.size > 1 ? onWeekday : days;
  return another === undefined ? (day ?? null) : null;
}

/** Undefined if no month is named, null if several are. In "mar. 3 nov.", "mar." is a weekday. */
function monthIn(words: readonly DateWord[]): number | undefined | null {
  const named = words.filter(({ month }) => month !== undefined);
  const sure = named.filter(({ weekday }) => weekday === undefined);
  const [month, another] = new Set((sure.length > 0 ? sure : named).map((word) => word.month));
  return another === undefined ? month : null;
}

type Day = number | null;

function possibleDays(
  [first = '', second = '', third = '', ...further]: readonly string[],
  month: number | undefined,
  hasDots: boolean,
): Day[] {
  if (further.length > 0) return [];
  const isYearFirst = first.length === 4;
  if (month !== undefined) {
    if (third !== '') return [];
    if (isYearFirst) return [dayIn(first, month, second === '' ? '1' : second)];
    return [dayIn(second, month, first)];
  }
  if (isYearFirst) {
    return [dayIn(first, Number(second || '1') - 1, third === '' ? '1' : third)];
  }
  const dayFirst = dayIn(third, Number(second) - 1, first);
  if (hasDots) return [dayFirst];
  const monthFirst = dayIn(third, Number(first) - 1, second);
  return [
    dayFirst,
    monthFirst,
    ...(third.length === 2 ? [dayIn(first, Number(second) - 1, third)] : []),
  ];
}

function dayIn(year: string, monthIndex: number, day: string): Day {
  const full = fullYear(year);
  if (!(full >= OLDEST_YEAR) || day.length > 2) return null;
  const date = new Date(Date.UTC(full, monthIndex, Number(day)));
  return date.getUTCMonth() === monthIndex && date.getUTCDate() === Number(day)
    ? date.getTime()
    : null;
}

/** By RFC 2822, section 4.3, the years 00 to 49 are in this century. */
function fullYear(digits: string): number {
  if (digits.length === 4) return Number(digits);
  if (digits.length !== 2) return NaN;
  return Number(digits) + (Number(digits) < 50 ? 2000 : 1900);
}
