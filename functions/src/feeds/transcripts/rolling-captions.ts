import { plainText } from '../read/plain-text.ts';
import type { Cue } from './transcript.ts';

/** Captions roll if at least this number and this share of them repeat and continue the previous caption. */
const MIN_ROLLING = 2;
const MIN_SHARE = 0.25;

/**
 * Rolling captions show most words at least twice, so each word keeps only its first time. Other captions are
 * not changed, because people repeat themselves.
 */
export function withoutRepeats(cues: readonly Cue[]): Cue[] {
  const lines = cues.map(({ text }) => linesOf(text));
  const overlaps = lines.map((own, at) => overlapOf(lines[at - 1] ?? [], own));
  const growing = overlaps.filter(
    (overlap, at) => overlap > 0 && overlap < wordsOf(lines[at] ?? []).length,
  ).length;
  const written = lines.filter((own) => own.length > 0).length;
  if (growing < MIN_ROLLING || growing < MIN_SHARE * (written - 1)) return [...cues];
  return cues.flatMap((cue, at) => {
    const overlap = overlaps[at] ?? 0;
    if (overlap === 0) return [cue];
    const text = wordsOf(lines[at] ?? [])
      .slice(overlap)
      .join(' ');
    return text === '' ? [] : [{ ...cue, text }];
  });
}

function linesOf(text: string): string[] {
  return plainText(text, Infinity)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function wordsOf(lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split(/\s+/));
}

/** Number of words at the start of `own` that repeat the last lines, or all lines, of the previous caption. */
function overlapOf(before: readonly string[], own: readonly string[]): number {
  const words = wordsOf(own);
  for (let from = 0; from < before.length; from += 1) {
    const shown = wordsOf(before.slice(from));
    if (shown.length <= words.length && shown.every((word, at) => word === words[at])) {
      return shown.length;
    }
  }
  return 0;
}
