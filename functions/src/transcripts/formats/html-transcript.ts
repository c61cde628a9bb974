import { plainText } from '../../feeds/read/plain-text.ts';
import { readTimeStamp } from '../../feeds/read/time-stamp.ts';
import type { Cue } from '../transcript.ts';

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
