import type { Segment } from '../services/transcription-service.ts';
import { isCredit } from './credit.ts';
import { STOCK_PHRASES } from './stock-phrases.ts';

/** Whisper's own thresholds for silence and for loops. */
const [MAX_NO_SPEECH, MIN_LOG_PROBABILITY, MAX_COMPRESSION] = [0.6, -1, 2.4];
const MAX_IN_A_ROW = 2;
/** A stock phrase is doubtful if it is this close to a pause. */
const BESIDE_MS = 1000;

const STOCK = new Set(STOCK_PHRASES.map(wordsOf));

/**
 * Drops segments that nobody said. A rule applies only if the service sends its metric.
 * @param prompt Services may repeat the prompt as if it had been said.
 */
export function goodSegments(
  segments: readonly Segment[],
  quiet: readonly (readonly [fromMs: number, toMs: number])[],
  prompt: string,
): Segment[] {
  const prompted = ` ${wordsOf(prompt)} `;
  let before = '';
  let inARow = 0;
  return segments.filter((segment) => {
    const words = wordsOf(segment.text);
    inARow = words === before ? inARow + 1 : 1;
    before = words;
    if (isSilence(segment) || (segment.compression ?? 0) > MAX_COMPRESSION) return false;
    if (inARow > MAX_IN_A_ROW || words === '') return false;
    if (words.includes(' ') && prompted.includes(` ${words} `)) return false;
    return !(isBesideQuiet(segment, quiet) && isStock(segment.text));
  });
}

function isStock(text: string): boolean {
  const isKnown = (said: string) => STOCK.has(wordsOf(said)) || isCredit(said);
  const sentences = text.split(/(?<=[.!?…]\s|[。！？])/u).filter((each) => wordsOf(each) !== '');
  return isKnown(text) || (sentences.length > 0 && sentences.every(isKnown));
}

function isSilence({ noSpeech, logProbability }: Segment): boolean {
  if (noSpeech === null || logProbability === null) return false;
  return noSpeech > MAX_NO_SPEECH && logProbability < MIN_LOG_PROBABILITY;
}

function isBesideQuiet(
  { startMs, endMs }: Segment,
  quiet: readonly (readonly [number, number])[],
): boolean {
  return quiet.some(([from, to]) => from <= endMs + BESIDE_MS && to >= startMs - BESIDE_MS);
}

function wordsOf(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
