import { HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { wallClockMs } from '../../platform/wall-clock.ts';

/** Minutes east of UTC. An ambiguous abbreviation means the zone in RFC 822, or else the most populous zone. */
const ABBREVIATIONS: readonly (readonly [minutes: number, names: string])[] = [
  [0, 'z ut utc gmt tu wet'],
  [60, 'west bst cet mez met wat'],
  [120, 'cest mesz mest eet oez sast cat'],
  [180, 'eest oesz msk мск trt eat'],
  [240, 'msd gst'],
  [300, 'pkt'],
  [330, 'ist'],
  [345, 'npt'],
  [360, 'bdt'],
  [420, 'ict wib'],
  [480, 'hkt sgt myt pht awst wita'],
  [540, 'jst kst wit'],
  [570, 'acst'],
  [600, 'aest'],
  [630, 'acdt'],
  [660, 'aedt'],
  [720, 'nzst'],
  [780, 'nzdt'],
  [-150, 'ndt'],
  [-180, 'adt brt art uyt clst'],
  [-210, 'nst'],
  [-240, 'edt ast clt vet bot'],
  [-300, 'est cdt cot pet ect'],
  [-360, 'cst mdt'],
  [-420, 'mst pdt'],
  [-480, 'pst akdt'],
  [-540, 'akst'],
  [-600, 'hst hast'],
];

const MINUTES = new Map(
  ABBREVIATIONS.flatMap(([minutes, names]) => names.split(' ').map((name) => [name, minutes])),
);

/** Abbreviations that do not distinguish summer and winter, so that the offset depends on the day. */
const AREAS = new Map([
  ['et', 'America/New_York'],
  ['eastern', 'America/New_York'],
  ['ct', 'America/Chicago'],
  ['central', 'America/Chicago'],
  ['mt', 'America/Denver'],
  ['mountain', 'America/Denver'],
  ['pt', 'America/Los_Angeles'],
  ['pacific', 'America/Los_Angeles'],
]);

const MAX_OFFSET_HOURS = 14;

const AREA = /[a-z]+(?:\/[a-z\d_+-]+){1,2}|(?:est5edt|cst6cdt|mst7mdt|pst8pdt)\b/y;
const OFFSET =
  /(?:(?:utc|gmt|ut|z)\s?)?(?<sign>[+-])\s?(?<hours>\d{1,2})(?:[.,](?<half>5)|:?(?<minutes>[0-5]\d)(?::?00)?)?(?![\d:])/y;
/** Without a sign, an offset counts as east of UTC. */
const UNSIGNED = /z?(?<hours>0\d|1[0-4]):?(?<minutes>00|15|30|45)(?![\d:])/y;
const NAME = /(\p{L}+)(?![\p{L}\d])(?: (?:standard|daylight|summer))?(?: time)?/uy;

/** Converts a local time, given as if it were UTC, to UTC. Null for an impossible offset. */
export type ToUtc = (localMs: number) => number | null;

export interface ReadZone {
  toUtc: ToUtc;
  end: number;
}

interface Zone extends ReadZone {
  isOffset?: true;
}

/** Reads a zone (`+0100`, `gmt+1`, `est`, `z0000`, `america/new_york`) at `from` in folded text. */
export function readZone(text: string, from: number): ReadZone | null {
  // An offset is more reliable than a name, so it wins: "GMT +0200", "+0200 GMT", "+01:00[Europe/Paris]".
  let [offset, named]: (Zone | undefined)[] = [];
  let end = from;
  for (let at = afterBlanks(text, from); at < text.length;) {
    const next = areaAt(text, at) ?? offsetAt(text, at) ?? nameAt(text, at);
    if (next === null) break;
    if (next.isOffset) offset ??= next;
    else named ??= next;
    end = next.end;
    at = afterBlanks(text, end);
  }
  const surest = offset ?? named;
  return surest === undefined ? null : { toUtc: surest.toUtc, end };
}

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (/[\s,[\]]/.test(text.charAt(at))) at += 1;
  return at;
}

function offsetAt(text: string, at: number): Zone | null {
  const offset = matchAt(OFFSET, text, at) ?? matchAt(UNSIGNED, text, at);
  if (!offset?.groups) return null;
  const { sign, hours, half, minutes = half === undefined ? '0' : '30' } = offset.groups;
  const east = (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS);
  const toUtc = (localMs: number) => (Number(hours) > MAX_OFFSET_HOURS ? null : localMs - east);
  return { toUtc, end: at + offset[0].length, isOffset: true };
}

function areaAt(text: string, at: number): Zone | null {
  const name = matchAt(AREA, text, at)?.[0];
  return name === undefined ? null : { toUtc: fromArea(name), end: at + name.length };
}

function nameAt(text: string, at: number): Zone | null {
  const [written = '', name = ''] = matchAt(NAME, text, at) ?? [];
  const end = at + written.length;
  const east = MINUTES.get(name);
  if (east !== undefined) return { toUtc: (localMs) => localMs - east * MINUTE_MS, end };
  const area = AREAS.get(name);
  return area === undefined ? null : { toUtc: fromArea(area), end };
}

function fromArea(area: string): ToUtc {
  return (localMs) => {
    try {
      const offsetAt = (atMs: number) => wallClockMs(area, atMs) - atMs;
      // Applies the offset twice, because clocks may change between `localMs` read as UTC and the true time.
      return localMs - offsetAt(localMs - offsetAt(localMs));
    } catch {
      return null; // unknown zone name
    }
  };
}

function matchAt(sticky: RegExp, text: string, offset: number): RegExpExecArray | null {
  sticky.lastIndex = offset;
  return sticky.exec(text);
}
