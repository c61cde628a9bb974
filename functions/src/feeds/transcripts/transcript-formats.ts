import { readTimeStamp } from '../read/time-stamp.ts';
import { withoutRepeats } from './rolling-captions.ts';
import { type Cue, MAX_WRITTEN_CUES } from './transcript.ts';
import { plainText } from '../read/plain-text.ts';

/** Allows blanks in times, a single dash in the arrow, and frames after the seconds, as written by hand. */
const TIMES =
  /^\s{0,9}((?:\d{1,3}\s?:\s?)?\d{1,3}\s?:\s?\d{1,2}(?:\s?[.,]\s?\d{1,9})?)(?:\s?:\s?\d{2})?\s{0,9}(?:-\s?){1,2}>/;
/** Matches both times of a cue in SBV, SubViewer and lists of editing programs, and the text behind them. */
const PAIR =
  /^\s{0,9}(?:\d{1,6}\s{1,9})?(\d{1,3}:\d{2}:\d{2}(?:[.,]\d{1,3})?)(?:[:;]\d{2,3})?\s{0,9}[,;\s-]\s{0,9}\d{1,3}:\d{2}:\d{2}[.,:;]\d{1,3}(?:\s{0,9}[,;\s]\s{0,9}(\S.*))?$/;
/** SubViewer's line break. */
const BREAK = /\[br\]/gi;
const TIMES_SOON = new RegExp(`${TIMES.source}|${PAIR.source}`, 'm');

/** Matches `<v Ann>` and `<v.loud Ann>`. */
const VOICE = /<v(?:\.[\w.-]{0,100})?[ \t]{1,9}([^<>]{1,200})>/;
const INNER_TIME = /<\d[\d:.]{0,20}>/g;
/** Matches the position of a caption, such as `{\\an8}`. */
const POSITION = /\{\\[^{}]{0,60}\}/g;
/** Matches a dash or `>>` that marks a change of speaker. */
const TURN = /^\s{0,9}(?:[-–—]\s|>>)\s{0,9}(?=\S)/;
/** A cue's number or name. Without an empty line before it, it must not become text of the previous cue. */
const CUE_NUMBER = /^\s*\d{1,9}\s*$/;
const CUE_NAME = /^\s*[a-z]{1,12}[-_.]?\d{1,9}\s*$/i;

export function looksLikeCaptions(head: string): boolean {
  return /^WEBVTT(?:\s|$)/.test(head) || TIMES_SOON.test(head);
}

/** Reads WebVTT, SRT or SBV and returns a cue per speaker. Skips notes, styles, regions and cue ids. */
export function captionCues(text: string): Cue[] {
  const cues: Cue[] = [];
  let startMs: number | null = null;
  let lines: string[] = [];
  const end = () => {
    if (startMs !== null) cues.push(...voicesOf(startMs, lines.join('\n').replace(BREAK, '\n')));
    startMs = null;
    lines = [];
  };
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (cues.length > MAX_WRITTEN_CUES) break;
    const [, time, inline] = TIMES.exec(line) ?? PAIR.exec(line) ?? [];
    if (time !== undefined) {
      const last = lines.at(-1) ?? '';
      if (CUE_NUMBER.test(last) || (lines.length > 1 && CUE_NAME.test(last))) lines.pop();
      end();
      startMs = readTimeStamp(time.replace(/\s/g, ''));
      if (inline !== undefined) lines.push(inline);
    } else if (line.trim() === '') {
      // A line of only blanks may precede the text of a cue, so it ends a cue only after some text.
      if (line === '' || lines.length > 0) end();
    } else if (startMs !== null) {
      lines.push(line);
    }
  }
  end();
  return withoutRepeats(cues);
}

function voicesOf(startMs: number, written: string): Cue[] {
  // `split` puts the captured speakers at odd indexes.
  const plain = written.replace(INNER_TIME, ' ').replace(POSITION, '');
  const [before = '', ...voices] = plain.split(VOICE);
  const cues: Cue[] = turnsOf({ startMs, text: before });
  for (let at = 0; at < voices.length; at += 2) {
    cues.push(...turnsOf({ startMs, speaker: voices[at] ?? '', text: voices[at + 1] ?? '' }));
  }
  return cues;
}

/** Only the first part keeps the speaker, because each later line with a dash belongs to another person. */
function turnsOf(cue: Cue): Cue[] {
  const cues: Cue[] = [];
  for (const line of cue.text.split('\n')) {
    const last = cues.at(-1);
    const isTurn = TURN.test(line);
    const text = line.replace(TURN, '');
    if (last === undefined) cues.push({ ...cue, text });
    else if (isTurn) cues.push({ startMs: cue.startMs, text });
    else last.text += `\n${text}`;
  }
  return cues;
}

/** Matches `<cite>Ann:</cite>` and `<time>0:12</time>`. */
const MARKS = /<(cite|time)\b[^<>]{0,200}>([^<>]{0,200})<\/\1\s{0,9}>/gi;

export function looksLikeHtml(head: string): boolean {
  return /^<(?:!doctype\s+html|!--|[a-z][a-z0-9]{0,20}[\s/>])/i.test(head);
}

const PAGE = /<(?:!doctype\s+html|html|head|body|title|meta|link)\b/i;
/** Matches parts of a page around its content: menus, forms, comments. Transcripts have no such parts. */
const AROUND_CONTENT =
  /<(?:nav|footer|aside|form|input|button|textarea)\b|\s(?:id|class)\s*=\s*["']?[^"'<>]{0,200}\b(?:comments?|menu|nav|navbar|sidebar|footer|login|cookie)\b/i;
const TIME_MARK = /^\s*(?:\d{1,3}:)?\d{1,3}:\d{2}(?:[.,]\d{1,3})?\s*$/;

function hasSpokenMarks(html: string): boolean {
  const marks = [...html.matchAll(MARKS)];
  const values = (mark: string) =>
    marks.flatMap(([, name = '', value = '']) => (name.toLowerCase() === mark ? [value] : []));
  const [times, speakers] = [values('time'), values('cite')];
  const stamps = times.filter((time) => TIME_MARK.test(time));
  // An article may use these elements for its time of publication or for a quotation.
  if (times.length > 0) return stamps.length * 2 > times.length && marks.length > 1;
  return speakers.filter((speaker) => /:\s*$/.test(speaker)).length > 1;
}

/** Null for a page that is not a transcript: an error, a login, the page of the episode. */
export function htmlCues(html: string): Cue[] | null {
  const isPage = PAGE.test(html.slice(0, 5000)) || AROUND_CONTENT.test(html);
  if (isPage && (AROUND_CONTENT.test(html) || !hasSpokenMarks(html))) return null;
  const cues: Cue[] = [];
  let from = 0;
  let startMs: number | null = null;
  let speaker: string | undefined;
  const take = (end: number) => {
    for (const text of plainText(html.slice(from, end), Infinity).split('\n')) {
      cues.push({ startMs, ...(speaker !== undefined && { speaker }), text });
    }
  };
  for (const { 0: whole, 1: name = '', 2: value = '', index } of html.matchAll(MARKS)) {
    // Text before the first mark is the title of the page.
    if (!isPage || from > 0) take(index);
    from = index + whole.length;
    if (name.toLowerCase() === 'time') startMs = readTimeStamp(value) ?? startMs;
    else speaker = value;
  }
  take(html.length);
  return cues;
}

const CLOCK = String.raw`(?:\d{1,3}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?`;
const TIME = String.raw`[[(]?(${CLOCK})[\])]?`;
/** Matches `[00:01:02] text` and `0:01 - 0:05 text`. The text may also start on the next line. */
const TIME_FIRST = new RegExp(
  String.raw`^\s{0,9}${TIME}(?:\s{0,3}[-–—]\s{0,3}[[(]?${CLOCK}[\])]?)?(?:[\s:–—-]{1,9}(.*))?$`,
  'u',
);
/** Matches `Ann Smith  0:12` and `Speaker 1 (0:12):` on the line above the text. */
const SPEAKER_AND_TIME = new RegExp(
  String.raw`^\s{0,9}(\p{L}[^:\d]{0,60}?(?: \d{1,2})?)[\s,:–—-]{1,9}${TIME}:?\s{0,9}$`,
  'u',
);

export function plainCues(text: string): Cue[] {
  const cues: Cue[] = [];
  let startMs: number | null = null;
  let speaker: string | undefined;
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (cues.length > MAX_WRITTEN_CUES) break;
    const heading = line.length <= 120 ? SPEAKER_AND_TIME.exec(line) : null;
    if (heading !== null) {
      [, speaker] = heading;
      startMs = readTimeStamp(heading[2] ?? '') ?? startMs;
      continue;
    }
    const [, time, rest = ''] = TIME_FIRST.exec(line) ?? [];
    if (time !== undefined) startMs = readTimeStamp(time) ?? startMs;
    const spoken = time === undefined ? line : rest;
    cues.push({ startMs, ...(speaker !== undefined && { speaker }), text: spoken });
  }
  return cues;
}
