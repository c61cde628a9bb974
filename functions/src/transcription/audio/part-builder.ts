import { hash } from 'node:crypto';
import { AudioError, type AudioPart, type PartLimits } from './audio-part.ts';

/** A full part is cut at the quietest moment within this time of its end. */
const CUT_WITHIN_MS = 30_000;
/** Length of the compared moments, because single frames are quiet even within words. */
const MOMENT_MS = 300;
/** Sound up to this `global_gain` is inaudible: 16-bit noise of one bit has about 110. */
const SILENT = 110;
/** A pause is this far below the usual `global_gain` of the part (1.5 dB per step). */
const PAUSE_BELOW = 16;
/** Shorter pauses also occur between words. */
const MIN_PAUSE_MS = 1500;
/** Sums of frame durations are exact only to a nanosecond. */
const EXACT_MS = 1e-6;

interface PartBuilder {
  add: (frame: Uint8Array, durationMs: number, loudness: number) => CutFrames | null;
  end: () => CutFrames | null;
}

export interface CutFrames extends Omit<AudioPart, 'type'> {
  frames: readonly Frame[];
}

interface Frame {
  /** Bytes from the beginning of the part. `startMs` and `endMs` count from there as well. */
  offset: number;
  startMs: number;
  endMs: number;
  loudness: number;
}

/**
 * @param isGain True if loudness is `global_gain`, which shows silence and pauses. Any other measure only
 * shows where to cut.
 */
export function createPartBuilder(limits: PartLimits, isGain: boolean): PartBuilder {
  const buffer = Buffer.allocUnsafe(limits.partBytes);
  let length = 0;
  let frames: Frame[] = [];
  let partStartMs = 0;

  const lengthMs = () => frames.at(-1)?.endMs ?? 0;

  function take(count: number): CutFrames {
    const taken = frames.slice(0, count);
    const rest = frames.slice(count);
    const cutAt = rest[0]?.offset ?? length;
    const cutMs = taken.at(-1)?.endMs ?? 0;
    const bytes = Buffer.from(buffer.subarray(0, cutAt));
    const part = {
      bytes,
      frames: taken,
      sha256: hash('sha256', bytes),
      startMs: wholeMs(partStartMs),
      endMs: wholeMs(partStartMs + cutMs),
      isSilent: isGain && taken.every(({ loudness }) => loudness <= SILENT),
      quiet: isGain ? pausesOf(taken) : [],
    };
    buffer.copy(buffer, 0, cutAt, length);
    length -= cutAt;
    partStartMs += cutMs;
    frames = rest.map((frame) => ({
      ...frame,
      offset: frame.offset - cutAt,
      startMs: frame.startMs - cutMs,
      endMs: frame.endMs - cutMs,
    }));
    return part;
  }

  return {
    add(bytes, durationMs, loudness) {
      const isFull =
        length + bytes.length > limits.partBytes ||
        lengthMs() + durationMs > limits.partMs + EXACT_MS;
      const part = isFull && frames.length > 0 ? take(quietestCut(frames)) : null;
      buffer.set(bytes, length);
      const startMs = lengthMs();
      frames.push({ offset: length, startMs, endMs: startMs + durationMs, loudness });
      length += bytes.length;
      if (partStartMs + lengthMs() > limits.totalMs) throw new AudioError('audio-too-long');
      return part;
    },
    end: () => (frames.length === 0 ? null : take(frames.length)),
  };
}

function wholeMs(ms: number): number {
  return Math.floor(ms + EXACT_MS);
}

/** Counts the frames before the middle of the quietest moment at the end. If moments tie, the latest wins. */
function quietestCut(frames: readonly Frame[]): number {
  const endMs = frames.at(-1)?.endMs ?? 0;
  const from = frames.findIndex(
    ({ startMs }) => startMs >= endMs - Math.min(CUT_WITHIN_MS, endMs / 2),
  );
  let [sum, first, quietest, best] = [0, from, Infinity, frames.length];
  for (let last = from; last < frames.length; last += 1) {
    sum += frames[last]?.loudness ?? 0;
    const isMoment = () =>
      (frames[last]?.endMs ?? 0) - (frames[first + 1]?.startMs ?? 0) >= MOMENT_MS;
    while (first < last && isMoment()) sum -= frames[first++]?.loudness ?? 0;
    if ((frames[last]?.endMs ?? 0) - (frames[first]?.startMs ?? 0) < MOMENT_MS) continue;
    const mean = sum / (last - first + 1);
    if (mean <= quietest) [quietest, best] = [mean, Math.ceil((first + last + 1) / 2)];
  }
  return Math.max(1, best);
}

function pausesOf(frames: readonly Frame[]): [number, number][] {
  const sorted = frames.map(({ loudness }) => loudness).sort((a, b) => a - b);
  const usual = sorted[Math.floor(sorted.length * 0.75)] ?? 0;
  const limit = Math.max(SILENT, usual - PAUSE_BELOW);
  const pauses: [number, number][] = [];
  let from: number | null = null;
  const close = (to: number) => {
    if (from !== null && to - from >= MIN_PAUSE_MS) pauses.push([Math.round(from), Math.round(to)]);
    from = null;
  };
  for (const { loudness, startMs } of frames) {
    if (loudness <= limit) from ??= startMs;
    else close(startMs);
  }
  close(frames.at(-1)?.endMs ?? 0);
  return pauses;
}
