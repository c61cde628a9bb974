import { decodeFeed } from '../read/feed-decoding.ts';
import {
  captionCues,
  htmlCues,
  looksLikeCaptions,
  looksLikeHtml,
  plainCues,
} from './transcript-formats.ts';
import {
  type Cue,
  MAX_CUE_LENGTH,
  MAX_CUES,
  MAX_TRANSCRIPT_LENGTH,
  MAX_WRITTEN_CUES,
  type TranscriptFailureCode,
  type TranscriptReading,
} from './transcript.ts';
import { jsonCues } from './json-cues.ts';
import {
  looksLikeLyrics,
  looksLikeRows,
  looksLikeStyledCaptions,
  looksLikeTable,
  lyricsCues,
  rowCues,
  styledCues,
  tableCues,
} from './timed-lines.ts';
import { unreadFormat } from './unread-formats.ts';
import { isReadable, plainLine } from '../read/plain-text.ts';

/** Matches `Ann Smith: text`. */
const NAME_FIRST =
  /^(?:>>\s?|- ?)?(\p{Lu}[\p{L}\p{M}\p{N}.'’-]{0,30}(?: [\p{L}\p{N}][\p{L}\p{M}\p{N}.'’-]{0,30}){0,3}): (?=\S)/u;
/** A prefix that occurs only once may not be a name ("Remember: …"), unless most cues have a prefix. */
const MIN_OCCURRENCES = 2;

function namedSpeakers(cues: Cue[]): Cue[] {
  const counts = new Map<string, number>();
  for (const cue of cues) {
    const name = nameBefore(cue);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const named = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const fewest = named >= MIN_OCCURRENCES && named > cues.length / 2 ? 1 : MIN_OCCURRENCES;
  const isName = (name: string) => (counts.get(name) ?? 0) >= fewest;
  return cues.map((cue) => {
    const name = nameBefore(cue);
    if (name === undefined || !isName(name)) return cue;
    return { startMs: cue.startMs, speaker: name, text: cue.text.replace(NAME_FIRST, '') };
  });
}

function nameBefore({ speaker, text }: Cue): string | undefined {
  return speaker === undefined ? NAME_FIRST.exec(text)?.[1] : undefined;
}

const MAX_SPEAKER_LENGTH = 80;
/** Cues of one speaker within this time are merged, because some tools write a cue per word. */
const JOINED_WITHIN_MS = 2_000;

function cleanCues(written: readonly Cue[]): Cue[] {
  const plain: Cue[] = [];
  for (const { startMs, speaker = '', text } of written) {
    const words = plainLine(text, Infinity).normalize('NFC');
    if (!isReadable(words)) continue;
    const name = plainLine(speaker, MAX_SPEAKER_LENGTH).replace(/\s*:$/, '').normalize('NFC');
    plain.push({ startMs, ...(isReadable(name) && { speaker: name }), text: words });
  }
  const timed = plain.every(({ startMs }) => startMs !== null);
  const ordered = timed
    ? plain.sort((left, right) => Number(left.startMs) - Number(right.startMs))
    : plain;
  return joined(namedSpeakers(ordered)).flatMap(cut);
}

function joined(cues: readonly Cue[]): Cue[] {
  const groups: { cue: Cue; texts: string[]; length: number }[] = [];
  let before: Cue | undefined;
  for (const cue of cues) {
    const isRepeated =
      cue.startMs !== null && cue.startMs === before?.startMs && cue.text === before.text;
    before = cue;
    if (isRepeated) continue;
    const last = groups.at(-1);
    if (last !== undefined && isContinuation(cue, last.cue) && last.length < MAX_CUE_LENGTH / 2) {
      last.texts.push(/^[,.;:!?…)]/.test(cue.text) ? cue.text : ` ${cue.text}`);
      last.length += cue.text.length;
    } else {
      groups.push({ cue, texts: [cue.text], length: cue.text.length });
    }
  }
  return groups.map(({ cue, texts }) => ({ ...cue, text: texts.join('') }));
}

function isContinuation(cue: Cue, first: Cue): boolean {
  if (cue.startMs === null || first.startMs === null || cue.speaker !== first.speaker) return false;
  return cue.startMs - first.startMs < JOINED_WITHIN_MS;
}

/** All parts get the start time of the cue, because the times of later parts are unknown. */
function cut(cue: Cue): Cue[] {
  const parts: Cue[] = [];
  let rest = cue.text;
  while (rest.length > MAX_CUE_LENGTH) {
    const space = rest.lastIndexOf(' ', MAX_CUE_LENGTH);
    const end = space > MAX_CUE_LENGTH / 2 ? space : MAX_CUE_LENGTH;
    parts.push({ ...cue, text: rest.slice(0, end).trimEnd() });
    rest = rest.slice(end).trimStart();
  }
  return rest === '' ? parts : [...parts, { ...cue, text: rest }];
}

/** Length of the beginning from which the format is detected, in bytes or UTF-16 code units. */
const HEAD_LENGTH = 20_000;
/** Length of the beginning that names a format which is not read, in bytes or UTF-16 code units. */
const BEGINNING_LENGTH = 2000;
/** Max share of control characters in a text. In audio, images and archives, their share is about 10 %. */
const MAX_CONTROLS = 0.02;

/** Detects the format by content, not by media type. Sorts cues if all have a time. Never throws; linear time. */
export function readTranscript(bytes: Uint8Array, contentType: string | null): TranscriptReading {
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, BEGINNING_LENGTH));
  const binary = unreadFormat(beginning);
  if (binary !== undefined) return refused('not-a-transcript', binary);
  if (isBinary(bytes.subarray(0, HEAD_LENGTH))) return refused('not-a-transcript');
  const text = decodeFeed(bytes, contentType);
  if (text === '') return refused('empty');
  const unread = unreadFormat(text.slice(0, BEGINNING_LENGTH));
  if (unread !== undefined) return refused('not-a-transcript', unread);
  const written = cuesOf(text);
  if (written === null) return refused('not-a-transcript');
  if (written.length > MAX_WRITTEN_CUES) return refused('transcript-too-long');
  const cues = cleanCues(written);
  if (cues.length > MAX_CUES) return refused('transcript-too-long');
  const length = cues.reduce((sum, cue) => sum + cue.text.length + 1, 0);
  if (length > MAX_TRANSCRIPT_LENGTH) return refused('transcript-too-long');
  return cues.length === 0 ? refused('empty') : { kind: 'read', cues };
}

function isBinary(head: Uint8Array): boolean {
  // Text may contain the zero byte (frequent in UTF-16), white space, backspace and escape.
  const controls = head.reduce(
    (count, byte) =>
      count + (byte < 32 && byte > 0 && (byte < 8 || byte > 13) && byte !== 27 ? 1 : 0),
    0,
  );
  return controls > head.length * MAX_CONTROLS;
}

function cuesOf(text: string): Cue[] | null {
  const head = text.slice(0, HEAD_LENGTH);
  if (looksLikeStyledCaptions(head)) return styledCues(text);
  if (looksLikeTable(head)) return tableCues(text);
  if (looksLikeCaptions(head)) return captionCues(text);
  if (looksLikeLyrics(head)) return lyricsCues(text);
  if (looksLikeRows(head)) return rowCues(text);
  if (head.startsWith('{') || head.startsWith('[')) {
    const cues = jsonCues(text);
    // Plain text may start with "[Music]".
    return cues === null && head.startsWith('[') ? plainCues(text) : cues;
  }
  return looksLikeHtml(head) ? htmlCues(text) : plainCues(text);
}

const MESSAGES: Record<TranscriptFailureCode, string> = {
  empty: 'The transcript has no words.',
  'not-a-transcript': 'The file is not a transcript.',
  'transcript-too-long': 'The transcript is longer than any episode.',
};

function refused(code: TranscriptFailureCode, format?: string): TranscriptReading {
  const message =
    format === undefined ? MESSAGES[code] : `The file is ${format}, which is not read.`;
  return { kind: 'refused', code, message };
}
