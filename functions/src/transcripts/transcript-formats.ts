import { readTimeStamp } from '../feeds/read/time-stamp.ts';
import { parseJson } from '../platform/parse-json.ts';
import { type Cue, MAX_WRITTEN_CUES } from './transcript.ts';
import { plainText } from '../feeds/read/plain-text.ts';

/** The timing line of a cue in WebVTT, SRT and handwritten captions. */
const TIMES = /^\s{0,9}((?:\d{1,3}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?)\s{0,9}-->/;
const TIMES_SOON = new RegExp(TIMES.source, 'm');

/** `<v Ann>`, `<v.loud Ann>`. */
const VOICE = /<v(?:\.[\w.-]{0,100})?[ \t]{1,9}([^<>]{1,200})>/;
/** `<00:01:02.500>` within a cue. */
const INNER_TIME = /<\d[\d:.]{0,20}>/g;

export function looksLikeCaptions(head: string): boolean {
  return /^WEBVTT(?:\s|$)/.test(head) || TIMES_SOON.test(head);
}

/** Cues of WebVTT or SRT, one for each speaker. Notes, styles, regions and cue ids are skipped. */
export function captionCues(text: string): Cue[] {
  const cues: Cue[] = [];
  let startMs: number | null = null;
  let lines: string[] = [];
  const end = () => {
    if (startMs !== null) cues.push(...voicesOf(startMs, lines.join('\n')));
    startMs = null;
    lines = [];
  };
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (cues.length > MAX_WRITTEN_CUES) break;
    const time = TIMES.exec(line)?.[1];
    if (time !== undefined) {
      // SRT numbers its cues. Without a blank line before, the number ends the previous text.
      if (/^\s*\d{1,9}\s*$/.test(lines.at(-1) ?? '')) lines.pop();
      end();
      startMs = readTimeStamp(time);
    } else if (line.trim() === '') {
      end();
    } else if (startMs !== null) {
      lines.push(line);
    }
  }
  end();
  return cues;
}

function voicesOf(startMs: number, written: string): Cue[] {
  // `split` puts the captured speakers at odd indexes.
  const [before = '', ...voices] = written.replace(INNER_TIME, ' ').split(VOICE);
  const cues: Cue[] = [{ startMs, text: before }];
  for (let at = 0; at < voices.length; at += 2) {
    cues.push({ startMs, speaker: voices[at] ?? '', text: voices[at + 1] ?? '' });
  }
  return cues;
}

/** `<cite>Ann:</cite>`, `<time>0:12</time>`. */
const MARKS = /<(cite|time)\b[^<>]{0,200}>([^<>]{0,200})<\/\1\s{0,9}>/gi;

export function looksLikeHtml(head: string): boolean {
  return /^<(?:!doctype\s+html|!--|[a-z][a-z0-9]{0,20}[\s/>])/i.test(head);
}

/** Null for a full page without times and speakers: probably an error page. */
export function htmlCues(html: string): Cue[] | null {
  const cues: Cue[] = [];
  let from = 0;
  let startMs: number | null = null;
  let speaker: string | undefined;
  let marks = 0;
  const take = (end: number) => {
    for (const text of plainText(html.slice(from, end), Infinity).split('\n')) {
      cues.push({ startMs, ...(speaker !== undefined && { speaker }), text });
    }
  };
  for (const { 0: whole, 1: name = '', 2: value = '', index } of html.matchAll(MARKS)) {
    take(index);
    from = index + whole.length;
    marks += 1;
    if (name.toLowerCase() === 'time') startMs = readTimeStamp(value) ?? startMs;
    else speaker = value;
  }
  take(html.length);
  const isPage = /^\s*<(?:!doctype|html)/i.test(html.slice(0, 1000));
  return isPage && marks === 0 ? null : cues;
}

const TIME = String.raw`[[(]?((?:\d{1,3}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?)[\])]?`;
/** `[00:01:02] text`; the text may also start on the next line. */
const TIME_FIRST = new RegExp(String.raw`^\s{0,9}${TIME}(?:[\s:–—-]{1,9}(.*))?$`, 'u');
/** `Ann Smith  0:12`, on the line above the text. */
const SPEAKER_AND_TIME = new RegExp(
  String.raw`^\s{0,9}(\p{L}[^:\d]{0,60}?)[\s,:–—-]{1,9}${TIME}\s{0,9}$`,
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

/**
 * Cues of `segments` or a top-level array: `startTime` and `body` (podcast namespace), or `start`
 * and `text`. Else, captions in a string field.
 */
export function jsonCues(text: string): Cue[] | null {
  const parsed = parseJson(text);
  if (Array.isArray(parsed)) return cuesOfSegments(parsed);
  if (!isRecord(parsed)) return null;
  if (Array.isArray(parsed['segments'])) return cuesOfSegments(parsed['segments']);
  const captions = Object.values(parsed).find(
    (value) => typeof value === 'string' && looksLikeCaptions(value.slice(0, 1000)),
  );
  return typeof captions === 'string' ? captionCues(captions) : null;
}

function cuesOfSegments(segments: readonly unknown[]): Cue[] | null {
  const cues: Cue[] = [];
  for (const segment of segments) {
    if (!isRecord(segment)) continue;
    const text = segment['body'] ?? segment['text'];
    if (typeof text !== 'string') continue;
    const { speaker } = segment;
    cues.push({
      startMs: momentOf(segment['startTime'] ?? segment['start']),
      ...(typeof speaker === 'string' && { speaker }),
      text,
    });
  }
  return segments.length > 0 && cues.length === 0 ? null : cues;
}

function momentOf(written: unknown): number | null {
  if (typeof written !== 'number' && typeof written !== 'string') return null;
  const seconds = Number(written);
  // `toFixed`: `String` writes tiny numbers with an exponent.
  return readTimeStamp(Number.isFinite(seconds) ? seconds.toFixed(3) : String(written));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
