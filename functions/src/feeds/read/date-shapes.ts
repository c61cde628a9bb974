import { DAY_MS } from '../../contract/index.ts';

/** Matches ISO 8601 without hyphens and colons. */
const BASIC = /^((?:19|20)\d\d)([01]\d)([0-3]\d)(?:t?([0-2]\d)([0-5]\d)([0-6]\d)?)?(?!\d)/;
const WEEK_DATE = /^(\d{4})-?w([0-4]\d|5[0-3])(?:-?([1-7]))?(?!\d)/;
const DAY_OF_YEAR = /^(\d{4})-([0-2]\d\d|3[0-6]\d)(?!\d)/;

const CALENDAR_SIGN = /\d\s?[年년月월日号號일時时點点시]/;

/** Rewrites rare ISO formats, and dates with Chinese, Japanese or Korean signs, as `2026-11-23 10:00:00`. */
export function inUsualShape(text: string): string {
  const numbered = CALENDAR_SIGN.test(text) ? withoutCalendarSigns(text) : text;
  return /^\d{4}/.test(numbered)
    ? withoutRareIso(numbered)
    : numbered.replace(/(?<=\d)t(?=\d)/, ' ');
}

function withoutRareIso(text: string): string {
  return text
    .replace(BASIC, (_, year: string, month: string, day: string, ...[hour, minute, second]) =>
      [`${year}-${month}-${day}`, ...(hour ? [`${hour}:${minute}:${second ?? '00'}`] : [])].join(
        ' ',
      ),
    )
    .replace(WEEK_DATE, (_, year: string, week: string, day = '1') => {
      // In ISO 8601, the first week of a year contains 4 January.
      const fourth = Date.UTC(Number(year), 0, 4);
      const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS;
      return isoDay(monday + ((Number(week) - 1) * 7 + Number(day) - 1) * DAY_MS);
    })
    .replace(DAY_OF_YEAR, (written, year: string, day: string) => {
      const date = isoDay(Date.UTC(Number(year), 0, Number(day)));
      return date.startsWith(year) ? date : written;
    })
    .replace(/(?<=\d)t(?=\d)/, ' ')
    .replace(
      /(?<=^\d{4}-\d\d-\d\d )(\d\d)(\d\d)(\d\d)?(?![\d:])/,
      (_, hour, minute, second = '00') => [hour, minute, second].join(':'),
    );
}

function withoutCalendarSigns(text: string): string {
  return text
    .replace(/(?<=\d)\s?[年년月월]\s?/g, '-')
    .replace(/(?<=\d)\s?[日号號일]/g, ' ')
    .replace(/(?<=\d)\s?[時时點点시](?!\s?\d)/g, ':00')
    .replace(/(?<=\d)\s?[時时點点시]\s?/g, ':')
    .replace(/(?<=\d)\s?[分분](?!\s?\d)/g, ' ')
    .replace(/(?<=\d)\s?[分분]\s?/g, ':')
    .replace(/(?<=\d)\s?[秒초]/g, ' ');
}

function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
