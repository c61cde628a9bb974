import { decodeFeed } from '../feeds/read/feed-decoding.ts';
import { cleanCues } from './clean-cues.ts';
import { captionCues, looksLikeCaptions } from './formats/captions.ts';
import { htmlCues, looksLikeHtml } from './formats/html-transcript.ts';
import { jsonCues } from './formats/json-segments.ts';
import { plainCues } from './formats/plain-transcript.ts';
import {
  type Cue,
  MAX_CUES,
  MAX_TRANSCRIPT_LENGTH,
  type TranscriptFailureCode,
  type TranscriptReading,
} from './transcript.ts';

/** How far a file is looked at to tell what it is: bytes, or UTF-16 code units. */
const HEAD_LENGTH = 20_000;
/** Of a hundred bytes of a sound, a picture or an archive, about ten are signs that no text has. */
const MOST_CONTROLS = 0.02;

/**
 * Reads a transcript from the bytes a host sent: WebVTT, SRT, the JSON of the podcast namespace and
 * its relatives, HTML, or plain text, whatever type they were declared as. The pieces come in the
 * order of their times where all have one, else as written; their texts are plain, without markup and
 * forged highlights, as those of feeds are. Never throws, and takes time linear in the size.
 */
export function readTranscript(bytes: Uint8Array, contentType: string | null): TranscriptReading {
  if (isBinary(bytes.subarray(0, HEAD_LENGTH))) return refused('not-a-transcript');
  const text = decodeFeed(bytes, contentType);
  if (text === '') return refused('empty');
  const written = cuesOf(text);
  if (written === null) return refused('not-a-transcript');
  if (written.length > MAX_CUES) return refused('transcript-too-long');
  const cues = cleanCues(written);
  const length = cues.reduce((sum, cue) => sum + cue.text.length + 1, 0);
  if (length > MAX_TRANSCRIPT_LENGTH) return refused('transcript-too-long');
  return cues.length === 0 ? refused('empty') : { kind: 'read', cues };
}

function isBinary(head: Uint8Array): boolean {
  // Not the zero byte, of which UTF-16 is full, and none that moves the cursor.
  const controls = head.reduce(
    (count, byte) =>
      count + (byte < 32 && byte > 0 && (byte < 8 || byte > 13) && byte !== 27 ? 1 : 0),
    0,
  );
  return controls > head.length * MOST_CONTROLS;
}

/** The pieces as written; null of a text that is no transcript. */
function cuesOf(text: string): Cue[] | null {
  const head = text.slice(0, HEAD_LENGTH);
  if (looksLikeCaptions(head)) return captionCues(text);
  if (head.startsWith('{') || head.startsWith('[')) {
    const cues = jsonCues(text);
    // A plain text may begin with "[Music]".
    return cues === null && head.startsWith('[') ? plainCues(text) : cues;
  }
  if (looksLikeHtml(head)) return htmlCues(text);
  return /^(?:<\?xml|%PDF|\{\\rtf)/.test(head) ? null : plainCues(text);
}

const MESSAGES: Record<TranscriptFailureCode, string> = {
  empty: 'The transcript has no words.',
  'not-a-transcript': 'The file is not a transcript.',
  'transcript-too-long': 'The transcript is longer than any episode.',
};

function refused(code: TranscriptFailureCode): TranscriptReading {
  return { kind: 'refused', code, message: MESSAGES[code] };
}
