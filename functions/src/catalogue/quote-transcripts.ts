import { setImmediate as nextTurn } from 'node:timers/promises';
import { markerOf } from '../query/excerpt.ts';
import { spokenMatches, type SpokenMatches } from '../transcripts/spoken-matches.ts';
import { unpackedText } from '../transcripts/spoken-text.ts';

/** Where in an episode something is said, and where its publisher keeps what is said. */
interface SaidIn extends SpokenMatches {
  transcript: string;
}

export interface PackedTranscript {
  episodeId: number;
  packed: Uint8Array;
  /** The publisher's file. */
  url: string;
}

/** As many episodes as one page of results shows are quoted in any case. */
const QUOTED_ANYWAY = 10;
/** Most text that is read to quote further ones, UTF-16 code units: about 150 hours of talk. */
const MOST_READ = 10_000_000;

/**
 * Where the phrases are said in transcripts, by their episodes' ids. It costs as much as reading the texts
 * once, however many phrases there are. Each text gets a turn of the event loop of its own.
 * @param phrases Of normal form; see `markerOf`.
 * @param transcripts Newest first. Those for which there is no time are left out, and so are those
 * that hold none of the phrases.
 * @param mostRead Less in tests.
 */
export async function quoteTranscripts(
  phrases: readonly string[],
  transcripts: readonly PackedTranscript[],
  signal?: AbortSignal,
  mostRead = MOST_READ,
): Promise<Map<number, SaidIn>> {
  const mark = markerOf(phrases);
  const found = new Map<number, SaidIn>();
  let read = 0;
  for (const [index, { episodeId, packed, url }] of transcripts.entries()) {
    if (index >= QUOTED_ANYWAY && read >= mostRead) break;
    const text = unpackedText(episodeId, packed);
    read += text.text.length;
    const matches = spokenMatches(text, mark);
    if (matches !== null) found.set(episodeId, { ...matches, transcript: url });
    await nextTurn();
    signal?.throwIfAborted();
  }
  return found;
}
