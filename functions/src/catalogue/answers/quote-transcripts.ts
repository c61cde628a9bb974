import { setImmediate as nextTurn } from 'node:timers/promises';
import { markerOf } from '../../query/excerpt.ts';
import { spokenMatches, type SpokenMatches } from '../../transcripts/spoken-matches.ts';
import { quotedPart, unpackedText } from '../../transcripts/spoken-text.ts';

export interface SaidIn extends SpokenMatches {
  transcript: string;
}

export interface PackedTranscript {
  episodeId: number;
  packed: Uint8Array;
  url: string;
}

/** The first episodes, as many as a page of results has, are always quoted. */
const QUOTED_ANYWAY = 10;
/** Length of all texts up to which further episodes are quoted, UTF-16 code units: 190 hours of speech. */
const MOST_READ = 10_000_000;

/**
 * Quotations by episode id. Reads each text once for all phrases, and yields to the event loop after
 * each text. Transcripts without a match or above the limit are omitted.
 * @param phrases In normal form ({@link markerOf}).
 * @param transcripts Newest first.
 */
export async function quoteTranscripts(
  phrases: readonly string[],
  transcripts: readonly PackedTranscript[],
  signal?: AbortSignal,
  mostRead = MOST_READ,
): Promise<Map<number, SaidIn>> {
  const found = new Map<number, SaidIn>();
  if (transcripts.length === 0) return found;
  const mark = markerOf(phrases);
  let read = 0;
  for (const [index, { episodeId, packed, url }] of transcripts.entries()) {
    if (index >= QUOTED_ANYWAY && read >= mostRead) break;
    const text = unpackedText(episodeId, packed);
    read += text.text.length;
    const matches = spokenMatches(quotedPart(text), mark);
    if (matches !== null) found.set(episodeId, { ...matches, transcript: url });
    await nextTurn();
    signal?.throwIfAborted();
  }
  return found;
}
