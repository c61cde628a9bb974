import { readTimeStamp } from '../read/time-stamp.ts';
import { type Cue, MAX_WRITTEN_CUES } from './transcript.ts';

const LRC = /^\[(?:\d{1,2}:\d{2}:\d{2}\.\d{1,3}|\d{1,4}:\d{2}(?:[.:]\d{1,3})?)\][^\d\s[]/m;
const LRC_TIME = /^\s{0,9}\[(\d{1,2}:\d{2}:\d{2}\.\d{1,3}|\d{1,4}:\d{2}(?:[.:]\d{1,3})?)\]/;
/** Max times of one line. A chorus has fewer. */
const MAX_TIMES = 20;
/** Matches `[ti:Harbour]` and `[length:00:07]`. */
const LRC_TAG = /^\s{0,9}\[#?[a-z_]{0,20}:[^\]]{0,500}\]\s{0,9}$/i;
const WORD_TIME = /<\d{1,4}:\d{2}(?:[.:]\d{1,3})?>/g;

export function looksLikeLyrics(head: string): boolean {
  return (
    LRC.test(head) || (LRC_TAG.test(head.split(/\r\n|\r|\n/, 1)[0] ?? '') && /^\[\d/m.test(head))
  );
}

/** Reads LRC. A line has a cue for each of its times. */
export function lyricsCues(text: string): Cue[] {
  const cues: Cue[] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (cues.length > MAX_WRITTEN_CUES) break;
    const times: string[] = [];
    let words = line;
    for (let found = LRC_TIME.exec(words); found; found = LRC_TIME.exec(words)) {
      if (times.length < MAX_TIMES) times.push(found[1] ?? '');
      words = words.slice(found[0].length);
    }
    if (times.length === 0 && LRC_TAG.test(line)) continue;
    const spoken = words.replace(WORD_TIME, ' ');
    if (times.length === 0) cues.push({ startMs: cues.at(-1)?.startMs ?? null, text: spoken });
    for (const time of times) cues.push({ startMs: readTimeStamp(withPoint(time)), text: spoken });
  }
  return cues;
}

/** Some programs write a colon before the hundredths. */
function withPoint(time: string): string {
  return time.replace(/^(\d+:\d\d):(?=\d+$)/, '$1.');
}

/** Matches the rows of Whisper (`0⇥3500⇥text`, ms) and of Audacity's labels (`0.0⇥3.5⇥text`, seconds). */
const ROW = /^(\d{1,9}(?:\.\d{1,9})?)\t\d{1,9}(?:\.\d{1,9})?\t(.*)$/;
const ROW_SOON = /^(?:start\tend\ttext\s+)?\d{1,9}(?:\.\d{1,9})?\t\d{1,9}(?:\.\d{1,9})?\t/i;

export function looksLikeRows(head: string): boolean {
  return ROW_SOON.test(head);
}

export function rowCues(text: string): Cue[] {
  const rows = text.split(/\r\n|\r|\n/).flatMap((line) => {
    const [, start, words] = ROW.exec(line) ?? [];
    return start === undefined || words === undefined ? [] : [{ start, words }];
  });
  const unit = rows.every(({ start }) => !start.includes('.')) ? 1000 : 1;
  return rows.map(({ start, words }) => ({
    startMs: readTimeStamp((Number(start) / unit).toFixed(3)),
    text: words,
  }));
}

/** Matches the columns of `start,end,text` and `Start time;End time;Speaker;Text`. */
const TABLE = /^[^\n]{0,100}\bstart\b[^\n]{0,100}[,;]\s{0,9}"?text"?\s{0,9}$/im;
const CELL = /\s{0,9}(?:"((?:[^"]|""){0,5000})"|([^,;"]{0,100}))\s{0,9}(?:[,;]|$)/y;

export function looksLikeTable(head: string): boolean {
  return TABLE.test(head.split(/\r\n|\r|\n/, 1)[0] ?? '');
}

/** Reads CSV whose first line names the columns; the last one is the text. */
export function tableCues(text: string): Cue[] {
  const [head = '', ...lines] = text.split(/\r\n|\r|\n/);
  const names = cellsOf(head, Infinity).map((name) => name.toLowerCase());
  const start = names.findIndex((name) => /^start\b/.test(name));
  const speaker = names.indexOf('speaker');
  const rows = lines
    .slice(0, MAX_WRITTEN_CUES + 1)
    .map((line) => cellsOf(line, names.length - 1))
    .filter((cells) => cells.length === names.length);
  const unit = rows.every((cells) => /^\d+$/.test(cells[start] ?? '')) ? 1000 : 1;
  return rows.map((cells) => {
    const [time = '', name = ''] = [cells[start], cells[speaker]];
    const isClock = time.includes(':');
    return {
      startMs: readTimeStamp(isClock ? time : (Number(time) / unit).toFixed(3)),
      ...(name !== '' && { speaker: name }),
      text: cells.at(-1) ?? '',
    };
  });
}

/** Splits a line at its first `count` separators. */
function cellsOf(line: string, count: number): string[] {
  const cells: string[] = [];
  CELL.lastIndex = 0;
  while (cells.length < count && CELL.lastIndex < line.length) {
    const [, quoted, plain] = CELL.exec(line) ?? [];
    if (quoted === undefined && plain === undefined) return [];
    cells.push((quoted?.replaceAll('""', '"') ?? plain ?? '').trim());
  }
  if (cells.length < count || count === Infinity) return cells;
  const rest = line.slice(CELL.lastIndex).trim();
  return [...cells, /^".*"$/.test(rest) ? rest.slice(1, -1).replaceAll('""', '"') : rest];
}

const STYLED = /^\[(?:script info|v4\+? styles|events)\]/i;
/** Matches `{\i1}`. */
const OVERRIDES = /\{[^{}]{0,1000}\}/g;
/** A text in drawing mode consists of coordinates. */
const DRAWING = /\{[^{}]{0,1000}\\p[1-9]/;

export function looksLikeStyledCaptions(head: string): boolean {
  return STYLED.test(head);
}

/** Reads ASS and SSA. A `Format` line names the fields of the events; the last one is the text. */
export function styledCues(text: string): Cue[] {
  const cues: Cue[] = [];
  let fields = 'layer start end style name marginl marginr marginv effect text'.split(' ');
  let isInEvents = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (cues.length > MAX_WRITTEN_CUES) break;
    if (line.startsWith('[')) isInEvents = /^\[events\]/i.test(line);
    const [, kind = '', rest = ''] = /^(format|dialogue)\s{0,9}:(.*)$/i.exec(line) ?? [];
    if (!isInEvents || kind === '') continue;
    const values = rest.split(',');
    if (kind.toLowerCase() === 'format') {
      fields = values.map((field) => field.trim().toLowerCase());
      continue;
    }
    const valueOf = (field: string) => values[fields.indexOf(field)]?.trim() ?? '';
    const words = values.slice(fields.length - 1).join(',');
    if (DRAWING.test(words)) continue;
    cues.push({
      startMs: readTimeStamp(valueOf('start')),
      // SSA's default for no name.
      speaker: (valueOf('name') || valueOf('actor')).replace(/^NTP$/, ''),
      text: words.replace(OVERRIDES, '').replace(/\\[Nnh]/g, ' '),
    });
  }
  return cues;
}
