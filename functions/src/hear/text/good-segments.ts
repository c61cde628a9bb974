import type { Segment } from '../services/transcription-service.ts';

/** Whisper's own thresholds for silence and for loops. */
const [MAX_NO_SPEECH, MIN_LOG_PROBABILITY, MAX_COMPRESSION] = [0.6, -1, 2.4];
const MAX_IN_A_ROW = 2;
/** A stock phrase is doubtful if it is this close to a pause. */
const BESIDE_MS = 1000;

/** Phrases from the subtitles that Whisper was trained on. It "hears" them in silence. */
const STOCK_PHRASES = new Set(
  [
    'you',
    'bye',
    'bye bye',
    'thank you',
    'thank you very much',
    'thank you for watching',
    'thanks for watching',
    'thank you so much for watching',
    'thanks for listening',
    'please subscribe',
    'please subscribe to my channel',
    'like and subscribe',
    'see you next time',
    'see you in the next video',
    'subtitles by the amara org community',
    'untertitel der amara org community',
    'untertitelung des zdf 2020',
    'untertitel im auftrag des zdf für funk 2017',
    'vielen dank fürs zuschauen',
    'vielen dank',
    'sous titres réalisés par la communauté d amara org',
    'sous titrage st 501',
    'merci d avoir regardé cette vidéo',
    'subtítulos realizados por la comunidad de amara org',
    'gracias por ver el video',
    'legendas pela comunidade amara org',
    'obrigado por assistir',
    'sottotitoli creati dalla comunità amara org',
    'grazie per la visione',
    'ondertitels ingediend door de amara org gemeenschap',
    'продолжение следует',
    'спасибо за просмотр',
    'ご視聴ありがとうございました',
    '谢谢观看',
    '시청해주셔서 감사합니다',
  ].map(wordsOf),
);

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
    return !(STOCK_PHRASES.has(words) && isBesideQuiet(segment, quiet));
  });
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
