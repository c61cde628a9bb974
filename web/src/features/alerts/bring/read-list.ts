import { readCell } from '#shared/text/write-csv.ts';
import { readCsv } from './csv.ts';

/** Max lines read from a list; further lines are ignored. Exceeds the limit of alerts per person. */
export const MAX_LINES = 1000;

interface AlertState {
  spoken: boolean;
  onlyAbout: boolean;
  mail: boolean;
  paused: boolean;
}

const DEFAULTS: AlertState = { spoken: true, onlyAbout: false, mail: true, paused: false };

/** The keyword is not validated yet. */
export type ListLine = { keyword: string } & AlertState;

export type ReadList =
  | { kind: 'alerts'; lines: ListLine[]; isCut: boolean }
  /** An OPML file lists shows instead of alerts. */
  | { kind: 'opml' };

/** Names of the keyword column, by preference. Our exports use the first. */
const KEYWORD_COLUMNS = ['keyword', 'keywords', 'query', 'term'];
/**
 * Columns that follow the keyword in our exports, each `yes` or `no`. `notes only` excludes transcripts;
 * `only about it` excludes passing mentions.
 */
export const STATE_COLUMNS = ['notes only', 'paused', 'mailed', 'only about it'] as const;
/** Matches XML comments. Part of a larger expression, this would take exponential time. */
const COMMENT = /<!--[^]*?(?:-->|$)/g;
const DELIMITERS = [',', ';', '\t'];
/** Matches the optional line before the header that tells Excel the delimiter. */
const SEPARATOR = /^\s*"?sep=(.)"?[^\S\r\n]*(?:\r\n|[\r\n])/i;

/** Parses text with one alert per line, or CSV with a keyword column. Recognises OPML without parsing it. Never throws. */
export function readList(given: string): ReadList {
  const text = given.replace(/^\uFEFF/, '');
  const beginning = text.slice(0, 2000).replace(COMMENT, '');
  if (OUTLINES.test(beginning)) return { kind: 'opml' };
  const [line = '', delimiter] = SEPARATOR.exec(text) ?? [];
  const rows = text.slice(line.length);
  const delimiters = delimiter === undefined ? DELIMITERS : [delimiter];
  const lines = fromCsv(rows, delimiters) ?? fromText(rows);
  return { kind: 'alerts', lines: lines.slice(0, MAX_LINES), isCut: lines.length > MAX_LINES };
}

/**
 * Matches the beginning of an OPML file. The XML declaration, the document type and the element `opml` are
 * optional.
 */
const OUTLINES = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!doctype\s[^<>[]*>\s*)?<(?:opml|outline)[\s>/]/i;

function fromText(text: string): ListLine[] {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/, MAX_LINES * 10)
    .map(inOneLine)
    .filter((line) => line !== '')
    .slice(0, MAX_LINES + 1)
    .map((keyword) => ({ keyword, ...DEFAULTS }));
}

/** Returns null if the first line names no keyword column. */
function fromCsv(text: string, delimiters: readonly string[]): ListLine[] | null {
  for (const delimiter of delimiters) {
    const [header = []] = readCsv(text, delimiter, 1);
    const names = header.map((name) => name.trim().toLowerCase().replaceAll('_', ' '));
    const column = columnOf(names);
    if (column === -1) continue;
    const states = STATE_COLUMNS.map((name) => names.indexOf(name));
    return readCsv(text, delimiter, MAX_LINES + 2)
      .slice(1)
      .map((row) => ({
        keyword: inOneLine(readCell(row[column] ?? '')),
        ...stateIn(states.map((at) => row[at]?.trim() ?? '')),
      }))
      .filter(({ keyword }) => keyword !== '');
  }
  return null;
}

function stateIn(cells: readonly string[]): AlertState {
  const [notesOnly = '', paused = '', mailed = '', onlyAbout = ''] = cells;
  return {
    spoken: !YES.test(notesOnly),
    onlyAbout: YES.test(onlyAbout),
    mail: !NO.test(mailed),
    paused: YES.test(paused),
  };
}

const YES = /^(yes|true|1)$/i;
const NO = /^(no|false|0)$/i;

function columnOf(names: readonly string[]): number {
  const known = KEYWORD_COLUMNS.find((name) => names.includes(name));
  return known === undefined ? -1 : names.indexOf(known);
}

/** Longer than any alert, but short enough for regular expressions that take quadratic time. */
const MAX_LINE_LENGTH = 1000;

/** Joins the lines of a cell and merges blanks. Truncates at {@link MAX_LINE_LENGTH}. */
export function inOneLine(text: string): string {
  return text.slice(0, MAX_LINE_LENGTH).replace(/\s+/g, ' ').trim();
}
