import { readTimeStamp } from '../../feeds/read/time-stamp.ts';
import type { Cue } from '../transcript.ts';

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
