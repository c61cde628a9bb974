import * as z from 'zod/mini';
import { readCell, readCsv } from './csv.ts';
import { fromGoogle } from './google-line.ts';

/** Lines of a list that are read; more than a person may have alerts. */
export const MAX_LINES = 1000;

/** What a list may say of an alert besides its keyword. */
interface AlertState {
  spoken: boolean;
  onlyAbout: boolean;
  mail: boolean;
  paused: boolean;
}

/** An alert of which nothing is said. */
const USUAL: AlertState = { spoken: true, onlyAbout: false, mail: true, paused: false };

/** One line of a list: the alert that it means, or why it means none. */
export type ListLine =
  ({ typed: string; keyword: string } & AlertState) | { typed: string; problem: string };

export type ReadList =
  | { kind: 'alerts'; lines: ListLine[]; isCut: boolean }
  /** A list of shows. */
  | { kind: 'opml' };

/** Columns of keywords, the likeliest first: ours, F5Bot's, and what others call them. */
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
 * Our columns after the keyword, of `yes` or `no`. An alert leaves out transcripts, is paused, is emailed, tells only
 * what is about it.
 */
export const STATE_COLUMNS = ['notes only', 'paused', 'mailed', 'only about it'] as const;
/** Taken away by itself: within a larger expression that begins anew, comments take exponential time. */
const COMMENT = /<!--[^]*?(?:-->|$)/g;
const DELIMITERS = [',', ';', '\t'];

/**
 * Reads alerts out of a list: one a line, CSV with a column of keywords, or JSON of an API. Of an OPML list it
 * says only that it is one. Nothing is an error: a line that cannot be an alert says why.
 */
export function readList(given: string): ReadList {
  const text = given.replace(/^\uFEFF/, '');
  const beginning = text.slice(0, 2000).replace(COMMENT, '');
  if (OUTLINES.test(beginning)) return { kind: 'opml' };
  const lines = fromJson(text) ?? fromCsv(text) ?? fromText(text);
  return { kind: 'alerts', lines: lines.slice(0, MAX_LINES), isCut: lines.length > MAX_LINES };
}

/** A list of shows behind a document type, or without its frame. */
const OUTLINES = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!doctype\s[^<>[]*>\s*)?<(?:opml|outline)[\s>/]/i;

function fromText(text: string): ListLine[] {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/, MAX_LINES * 10)
    .map(inOneLine)
    .filter((line) => line !== '')
    .slice(0, MAX_LINES + 1)
    .map((typed) => ({ typed, ...USUAL, ...fromGoogle(typed) }));
}

/** Null without a header that names a column of keywords. */
function fromCsv(text: string): ListLine[] | null {
  for (const delimiter of DELIMITERS) {
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
      .filter(({ keyword }) => keyword !== '')
      .map((line) => ({ typed: line.keyword, ...line }));
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

/** Null if the text is no JSON with a list of alerts. */
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
    .filter(({ keyword }) => keyword !== '')
    .map((line) => ({ typed: line.keyword, ...line }));
}

function keywordIn(alert: Record<string, unknown>): string {
  const found = KEYWORD_COLUMNS.map((name) => alert[name]).find(
    (value) => typeof value === 'string',
  );
  return typeof found === 'string' ? found : '';
}

/** No alert is nearly as long; some expressions take the square of a line's length. */
const MAX_LINE_LENGTH = 1000;

/** Line breaks in a cell, and blanks in a row, mean nothing. */
export function inOneLine(text: string): string {
  return text.slice(0, MAX_LINE_LENGTH).replace(/\s+/g, ' ').trim();
}

/** An object of an API's answer is three deep. `JSON.parse` takes seconds for what is nested a thousand times. */
const MAX_DEPTH = 20;

/** How deep brackets are nested, those in strings aside. */
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
