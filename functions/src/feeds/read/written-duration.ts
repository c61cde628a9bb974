import { withPlainDigits } from '../../query/same-letters.ts';
import { plainLine } from './plain-text.ts';

/** UTF-16 code units. */
const MAX_LENGTH = 200;
const ELEMENT = /(<(?:[\w.-]+:)?duration(?:\s[^<>]*)?>)((?:<!\[CDATA\[)?[^<]{0,200})(?=<\/)/gi;

/** Replaces each duration by its seconds, or by nothing if it is unknown. feedsmith reads few other spellings. */
export function withPlainDurations(xml: string): string {
  return xml.replace(ELEMENT, (_, tag: string, written: string) => {
    const text = written.replace(/^<!\[CDATA\[|\]\]>\s*$/g, '');
    return `${tag}${readWrittenDuration(plainLine(text, MAX_LENGTH)) ?? ''}`;
  });
}

const ABOUT = /^(?:[~≈]|(?:about|approx|ca|circa)\b\.?)\s*/;
/** `1:02:03.5`, `72:00`, `:45:00`, `1:05 h`. */
const CLOCK = /^(?:(\d{0,3}):)?(\d{0,4}):(\d{1,2}(?:[.,]\d{1,9})?)\s*([^\d\s:.,]*)\.?$/;
/** Editing programs add the frame: `01:02:03:24`. */
const WITH_FRAME = /^(\d\d:\d\d:\d\d):\d{2,3}$/;
const NUMBER = String.raw`(\d{1,6}(?:[.,]\d{1,9})?)`;
const ISO = new RegExp(
  `^p(?:0+[ymw]){0,3}(?:${NUMBER}d)?(?:t(?:${NUMBER}h)?(?:${NUMBER}m)?(?:${NUMBER}s)?)?$`,
);
/** `1 hr`, `5 minutes`, `1,5 Std.`, `and 30 s`. More decimals may be thousands. */
const PART =
  /\s*(?:(?:[,;&+]|(?:and|und|et|y|e|i|en|og|och|и|і)(?=\s))\s*)?(\d{1,8}(?:[.,]\d{1,2})?)\s*(?:de\s)?([^\d\s.,;&+-]*)\.?/y;

/** Returns seconds; null if they cannot be known. */
export function readWrittenDuration(written: string): number | null {
  const text = withPlainDigits(written.normalize('NFKC'))
    .toLowerCase()
    .trim()
    .replace(ABOUT, '')
    .replace(/^0 days?,? (?=\d)/, '')
    .replace(/(?<=\d[hm]):(?=\d)/g, ' ')
    .replace(/\s*[:;]\s*(?=\d)/g, ':');
  if (/^\d{1,15}(?:\.\d+)?$/.test(text)) return Number(text);
  const iso = ISO.exec(text);
  if (iso !== null) return isoSeconds(iso);
  const clock = CLOCK.exec(text.replace(WITH_FRAME, '$1'));
  return clock === null ? secondsOfParts(text) : clockSeconds(clock);
}

function numberOf(text = ''): number {
  return Number(text.replace(',', '.'));
}

function isoSeconds([, days, hours, minutes, seconds]: RegExpExecArray): number {
  const whole = (numberOf(days) * 24 + numberOf(hours)) * 60 + numberOf(minutes);
  return whole * 60 + numberOf(seconds);
}

function clockSeconds([, hours, minutes, seconds, unit = '']: RegExpExecArray): number | null {
  const isInHours = secondsOfUnit(unit) === 3600;
  if (unit !== '' && secondsOfUnit(unit) === undefined) return null;
  const total = numberOf(hours) * 3600 + numberOf(minutes) * 60 + numberOf(seconds);
  return isInHours && hours === undefined ? total * 60 : total;
}

/** Units must become smaller from part to part. A last number without a unit counts the next smaller unit. */
function secondsOfParts(text: string): number | null {
  let total = 0;
  let before = Infinity;
  PART.lastIndex = 0;
  for (let end = 0; end < text.length; end = PART.lastIndex) {
    const [, count, unit = ''] = PART.exec(text) ?? [];
    if (count === undefined) return null;
    const isLast = PART.lastIndex === text.length;
    const isNext = unit === '' && isLast && before >= 60 && before < Infinity;
    const seconds = isNext ? before / 60 : secondsOfUnit(unit);
    if (seconds === undefined || seconds >= before) return null;
    total += numberOf(count) * seconds;
    before = seconds;
  }
  return text === '' ? null : total;
}

const LANGUAGES =
  'ar bg ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv nb nl pl pt ro ru sk sl sr sv th tr uk vi zh zh-Hant';
const UNITS = { hour: 3600, minute: 60, second: 1 };
/** Signs and short forms that `Intl` does not write, or writes for several units. */
const SHORT_UNITS: readonly (readonly [string, number])[] = [
  ...['h', 'hrs', 'std', 'ч', '시간'].map((name) => [name, 3600] as const),
  ...['m', 'mins', 'м', '分間', "'", '’', '′'].map((name) => [name, 60] as const),
  ...['s', 'secs', 'с', '"', '”', '″', '′′', "''", '’’'].map((name) => [name, 1] as const),
  ...['ms', 'msec', 'millisecond', 'milliseconds'].map((name) => [name, 0.001] as const),
];

/** Created on first use, because creation takes 70 ms. */
let units: Map<string, number> | undefined;

function secondsOfUnit(name: string): number | undefined {
  units ??= new Map([...localizedUnits(), ...SHORT_UNITS]);
  return units.get(name);
}

function localizedUnits(): [string, number][] {
  return LANGUAGES.split(' ').flatMap((language) =>
    Object.entries(UNITS).flatMap(([unit, seconds]) =>
      (['long', 'short', 'narrow'] as const).flatMap((unitDisplay) => {
        const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay });
        const names = [1, 2, 5, 22].map((count) => unitIn(format.formatToParts(count)));
        // A letter is another unit in another language, but an ideograph is not.
        return names
          .filter((name) => name.length > 1 || /\p{Script=Han}|\p{Script=Hangul}/u.test(name))
          .map((name): [string, number] => [name, seconds]);
      }),
    ),
  );
}

function unitIn(parts: readonly Intl.NumberFormatPart[]): string {
  const name = parts.find(({ type }) => type === 'unit')?.value ?? '';
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^de\s|\.$/g, '');
}
