import { readTimeStamp } from '../feeds/read/time-stamp.ts';
import type { Cue } from './transcript.ts';
import { plainText } from '../feeds/read/plain-text.ts';

/** The line of times above a piece, as WebVTT and SRT have it, and as people write it. */
const TIMES = /^\s{0,9}((?:\d{1,3}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?)\s{0,9}-->/;
const TIMES_SOON = new RegExp(TIMES.source, 'm');

/** `<v Ann>`, `<v.loud Ann>`. */
const VOICE = /<v(?:\.[\w.-]{0,100})?[ \t]{1,9}([^<>]{1,200})>/;
/** `<00:01:02.500>` within a piece. */
const INNER_TIME = /<\d[\d:.]{0,20}>/g;

/** Whether a text begins as WebVTT does, or soon has a line of times. */
export function looksLikeCaptions(head: string): boolean {
  return /^WEBVTT(?:\s|$)/.test(head) || TIMES_SOON.test(head);
}

/**
 * The pieces of WebVTT or SRT as written; one with several voices is several. A piece is a line of
 * times and all that follows it up to an empty line or the next line of times: everything else, such
 * as notes, styles, regions, names of pieces, is no speech.
 */
export function captionCues(text: string): Cue[] {
  const cues: Cue[] = [];
  let startMs: number | null = null;
  let said: string[] = [];
  const end = () => {
    if (startMs !== null) cues.push(...voicesOf(startMs, said.join('\n')));
    startMs = null;
    said = [];
  };
  for (const line of text.split(/\r\n|\r|\n/)) {
    const time = TIMES.exec(line)?.[1];
    if (time !== undefined) {
      // SRT numbers its pieces; where the empty line before is missing, the number is no text.
      if (/^\s*\d{1,9}\s*$/.test(said.at(-1) ?? '')) said.pop();
      end();
      startMs = readTimeStamp(time);
    } else if (line.trim() === '') {
      end();
    } else if (startMs !== null) {
      said.push(line);
    }
  }
  end();
  return cues;
}

function voicesOf(startMs: number, written: string): Cue[] {
  // What stands at odd places are names of speakers.
  const [before = '', ...voices] = written.replace(INNER_TIME, ' ').split(VOICE);
  const cues: Cue[] = [{ startMs, text: before }];
  for (let at = 0; at < voices.length; at += 2) {
    cues.push({ startMs, speaker: voices[at] ?? '', text: voices[at + 1] ?? '' });
  }
  return cues;
}

/** Who speaks, and when: `<cite>Ann:</cite>`, `<time>0:12</time>`. */
const MARKS = /<(cite|time)\b[^<>]{0,200}>([^<>]{0,200})<\/\1\s{0,9}>/gi;

/** Whether a text begins with an element of HTML. */
export function looksLikeHtml(head: string): boolean {
  return /^<(?:!doctype\s+html|!--|[a-z][a-z0-9]{0,20}[\s/>])/i.test(head);
}

/**
 * The pieces of a transcript in HTML, a paragraph each, with the speaker and the time that were named
 * last. Null of a whole page that names neither: most likely it says that something is missing.
 */
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
/** `[00:01:02] text`; the text may also begin on the next line. */
const TIME_FIRST = new RegExp(String.raw`^\s{0,9}${TIME}(?:[\s:–—-]{1,9}(.*))?$`, 'u');
/** `Ann Smith  0:12`, above what she says. */
const SPEAKER_AND_TIME = new RegExp(
  String.raw`^\s{0,9}(\p{L}[^:\d]{0,60}?)[\s,:–—-]{1,9}${TIME}\s{0,9}$`,
  'u',
);

/** The pieces of a plain text, a line each, with times where lines begin with one or stand below one. */
export function plainCues(text: string): Cue[] {
  const cues: Cue[] = [];
  let startMs: number | null = null;
  let speaker: string | undefined;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const heading = line.length <= 120 ? SPEAKER_AND_TIME.exec(line) : null;
    if (heading !== null) {
      [, speaker] = heading;
      startMs = readTimeStamp(heading[2] ?? '') ?? startMs;
      continue;
    }
    const [, time, rest = ''] = TIME_FIRST.exec(line) ?? [];
    if (time !== undefined) startMs = readTimeStamp(time) ?? startMs;
    const said = time === undefined ? line : rest;
    cues.push({ startMs, ...(speaker !== undefined && { speaker }), text: said });
  }
  return cues;
}

/**
 * The pieces of a transcript in JSON: the podcast namespace's `segments` with `startTime` and `body`,
 * those of others with `start` and `text`, or a bare list of either; else captions that stand whole in
 * one of the fields. Null of any other JSON, and of what is not JSON.
 */
export function jsonCues(text: string): Cue[] | null {
  const parsed = parse(text);
  if (Array.isArray(parsed)) return cuesOfSegments(parsed);
  if (!isRecord(parsed)) return null;
  if (Array.isArray(parsed['segments'])) return cuesOfSegments(parsed['segments']);
  const captions = Object.values(parsed).find(
    (value) => typeof value === 'string' && looksLikeCaptions(value.slice(0, 1000)),
  );
  return typeof captions === 'string' ? captionCues(captions) : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
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

/** Seconds as a number or a text, or a time stamp. */
function momentOf(written: unknown): number | null {
  if (typeof written !== 'number' && typeof written !== 'string') return null;
  const seconds = Number(written);
  // Not by way of a text, which has an exponent where the number is tiny.
  return readTimeStamp(Number.isFinite(seconds) ? seconds.toFixed(3) : String(written));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
