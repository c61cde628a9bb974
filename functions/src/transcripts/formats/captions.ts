import { readTimeStamp } from '../../feeds/read/time-stamp.ts';
import type { Cue } from '../transcript.ts';

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
