import * as z from 'zod/mini';
import { readCell, readCsv } from './csv.ts';

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

/** Names of the keyword column in our exports and in those of other services, by preference. */
const KEYWORD_COLUMNS = [
  'keyword',
  'keywords',
  'query',
  'term',
  'phrase',
  'search',
  'name',
  'alert',
];
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

/**
 * Parses text with one alert per line, CSV with a keyword column, or JSON from an API. Recognises OPML
 * without parsing it. Never throws.
 */
export function readList(given: string): ReadList {
  const text = given.replace(/^\uFEFF/, '');
  const beginning = text.slice(0, 2000).replace(COMMENT, '');
  if (OUTLINES.test(beginning)) return { kind: 'opml' };
  const [line = '', delimiter] = SEPARATOR.exec(text) ?? [];
  const rows = text.slice(line.length);
  const delimiters = delimiter === undefined ? DELIMITERS : [delimiter];
  const lines = fromJson(text) ?? fromCsv(rows, delimiters) ?? fromText(rows);
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

const listSchema = z.array(z.union([z.string(), z.record(z.string(), z.unknown())]));
const answerSchema = z.union([
  listSchema,
  z.pipe(
    z.looseObject({ alerts: listSchema }),
    z.transform(({ alerts }) => alerts),
  ),
  z.pipe(
    z.looseObject({ data: listSchema }),
    z.transform(({ data }) => data),
  ),
]);

/** Returns null if the text is not a JSON list of alerts. */
function fromJson(text: string): ListLine[] | null {
  if (!/^\s*[[{]/.test(text) || depthOf(text) > MAX_DEPTH) return null;
  const read = answerSchema.safeParse(parsed(text));
  if (!read.success) return null;
  return read.data
    .slice(0, MAX_LINES + 1)
    .map((alert) => (typeof alert === 'string' ? { keyword: alert } : alert))
    .map(({ spoken, onlyAbout, mail, paused, ...names }) => ({
      keyword: inOneLine(keywordIn(names)),
      spoken: spoken !== false,
      onlyAbout: onlyAbout === true,
      mail: mail !== false,
      paused: paused === true,
    }))
    .filter(({ keyword }) => keyword !== '');
}

function keywordIn(alert: Record<string, unknown>): string {
  const found = KEYWORD_COLUMNS.map((name) => alert[name]).find(
    (value) => typeof value === 'string',
  );
  return typeof found === 'string' ? found : '';
}

/** Longer than any alert, but short enough for regular expressions that take quadratic time. */
const MAX_LINE_LENGTH = 1000;

/** Joins the lines of a cell and merges blanks. Truncates at {@link MAX_LINE_LENGTH}. */
export function inOneLine(text: string): string {
  return text.slice(0, MAX_LINE_LENGTH).replace(/\s+/g, ' ').trim();
}

/** API responses are nested three deep. For thousands of levels, `JSON.parse` would take seconds. */
const MAX_DEPTH = 20;

/** Returns the nesting depth of JSON. Ignores brackets in strings. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (isString) {
      if (letter === '\\') at += 1;
      else if (letter === '"') isString = false;
    } else if (letter === '"') isString = true;
    else if (letter === '[' || letter === '{') deepest = Math.max(deepest, (depth += 1));
    else if (letter === ']' || letter === '}') depth -= 1;
  }
  return deepest;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
