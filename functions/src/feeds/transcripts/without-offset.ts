import { HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import type { Cue } from './transcript.ts';

/** Captions may continue this long after the audio. */
const BEYOND_MS = MINUTE_MS;

/**
 * Moves cues back by whole hours if only that puts the last cue before the end of the audio. Editing programs
 * may count from 01:00:00 or 10:00:00.
 */
export function withoutOffset(
  cues: readonly Cue[],
  durationSeconds: number | null,
): readonly Cue[] {
  if (durationSeconds === null) return cues;
  let [first, last] = [Infinity, -Infinity];
  for (const { startMs } of cues) {
    first = Math.min(first, startMs ?? Infinity);
    last = Math.max(last, startMs ?? -Infinity);
  }
  const offset = Math.floor(first / HOUR_MS) * HOUR_MS;
  const endMs = durationSeconds * 1000 + BEYOND_MS;
  if (!Number.isFinite(offset) || offset === 0 || last <= endMs || last - offset > endMs)
    return cues;
  return cues.map((cue) => ({ ...cue, startMs: cue.startMs && cue.startMs - offset }));
}
