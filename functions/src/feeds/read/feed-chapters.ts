import type { Chapter } from '../feed-model.ts';
import { isReadable, plainLine } from './plain-text.ts';
import { readTimeStamp } from './time-stamp.ts';

/** Most chapters of one episode, and the longest title, UTF-16 code units. */
const MAX_CHAPTERS = 200;
const MAX_TITLE_LENGTH = 200;
/** Fewer time stamps in show notes are mentions of a moment, not a list of chapters. */
const FEWEST_IN_NOTES = 3;

/** A chapter as Podlove Simple Chapters write it. */
export interface WrittenChapter {
  start?: string | undefined;
  title?: string | undefined;
}

/** `12:34 – topic`, `(01:02:03) topic`, also behind a bullet. */
const LEADING_TIME =
  /^[\s\-–—•*·]{0,5}[([]?((?:\d{1,2}:)?\d{1,3}:\d{2})[)\]]?[\s\-–—:|.]{1,5}(\S.*)$/u;
/** `topic (12:34)`. */
const TRAILING_TIME = /^(.*\S)\s?[([]((?:\d{1,2}:)?\d{1,3}:\d{2})[)\]]\s?$/u;

/** The chapters that an item names, cleaned, in the order of their times. */
export function chaptersOf(written: readonly WrittenChapter[]): Chapter[] {
  const chapters: Chapter[] = [];
  for (const { start, title } of written.slice(0, MAX_CHAPTERS)) {
    const startMs = readTimeStamp(start ?? '');
    const name = plainLine(title ?? '', MAX_TITLE_LENGTH);
    if (startMs !== null && isReadable(name)) chapters.push({ startMs, title: name });
  }
  return chapters.sort((left, right) => left.startMs - right.startMs);
}

/**
 * The chapters that show notes list as lines with a time stamp each. None unless there are several
 * and each is later than the one before it: times of day and scores look alike.
 * @param notes Plain text, one line for each paragraph.
 */
export function chaptersInNotes(notes: string): Chapter[] {
  const chapters: Chapter[] = [];
  for (const line of notes.split('\n')) {
    const [time, title] = timeAndTitle(line);
    const startMs = readTimeStamp(time);
    if (startMs === null || !isReadable(title)) continue;
    if (startMs <= (chapters.at(-1)?.startMs ?? -1)) return [];
    chapters.push({ startMs, title: plainLine(title, MAX_TITLE_LENGTH) });
    if (chapters.length === MAX_CHAPTERS) break;
  }
  return chapters.length < FEWEST_IN_NOTES ? [] : chapters;
}

/** Empty texts where the line has no time stamp. */
function timeAndTitle(line: string): [time: string, title: string] {
  const [, time, title] = LEADING_TIME.exec(line) ?? [];
  if (time !== undefined && title !== undefined) return [time, title];
  const [, before = '', behind = ''] = TRAILING_TIME.exec(line) ?? [];
  return [behind, before];
}
