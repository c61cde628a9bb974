import { setImmediate as nextTurn } from 'node:timers/promises';
import { markerOf } from '../../query/excerpt.ts';
import { spokenMatches, type SpokenMatches } from '../../feeds/transcripts/spoken-matches.ts';
import { quotedPart, unpackedText } from '../../feeds/transcripts/spoken-text.ts';

export interface SaidIn extends SpokenMatches {
  transcript: string;
  /** Length of the audio that a machine transcribed; null for a publisher's transcript. */
  transcribedSeconds: number | null;
}

export interface PackedTranscript {
  episodeId: number;
  packed: Uint8Array;
  /** URL of the publisher's file; null for a machine's transcript. */
  url: string | null;
  transcribedSeconds: number | null;
}

/** Costs in letters: unpacking a cue takes as long as reading 30 letters, marking a match as long as 40 letters. */
const [COST_OF_CUE, COST_OF_MATCH] = [30, 40];

const LIMITS = {
  /** Max UTF-16 code units, including the costs of cues and matches: about 100 transcripts of an hour. */
  letters: 10_000_000,
  /** Max milliseconds of reading, without waits. The timeout of the search includes them. */
  ms: 200,
};

/**
 * Returns quotations by episode id. Omits transcripts without a match, and older transcripts once a limit is reached.
 * @param phrases In the normal form of {@link markerOf}.
 * @param transcripts Newest first.
 */
export async function quoteTranscripts(
  phrases: readonly string[],
  transcripts: readonly PackedTranscript[],
  signal?: AbortSignal,
  limits = LIMITS,
): Promise<Map<number, SaidIn>> {
  const found = new Map<number, SaidIn>();
  if (transcripts.length === 0) return found;
  const mark = markerOf(phrases);
  let letters = 0;
  let ms = 0;
  for (const { episodeId, packed, url, transcribedSeconds } of transcripts) {
    if (letters >= limits.letters || ms >= limits.ms) break;
    const begunMs = performance.now();
    const text = unpackedText(episodeId, packed);
    const matches = spokenMatches(quotedPart(text), (quoted) => {
      const marked = mark(quoted);
      // Each match adds two marker characters.
      letters += (COST_OF_MATCH * (marked.length - quoted.length)) / 2;
      return marked;
    });
    letters += text.text.length + COST_OF_CUE * text.starts.length;
    ms += performance.now() - begunMs;
    if (matches !== null)
      found.set(episodeId, { ...matches, transcribedSeconds, transcript: url ?? '' });
    await nextTurn();
    signal?.throwIfAborted();
  }
  return found;
}
