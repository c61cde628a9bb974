import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import * as z from 'zod';
import { createSizedCache, textBytes } from '../../platform/sized-cache.ts';
import type { TextRange } from '../read/split-sentences.ts';
import type { Cue } from './transcript.ts';

/** A transcript as a single text, so that phrases match across cues. Each array has an entry per cue. */
export interface SpokenText {
  text: string;
  /** Offsets in `text`, UTF-16 code units. */
  starts: number[];
  timesMs: (number | null)[];
  speakers: (string | undefined)[];
  /** What the show repeats in its transcripts, which is not searched. In order. */
  repeated?: TextRange[] | undefined;
}

export function toSpokenText(cues: readonly Cue[]): SpokenText {
  const starts: number[] = [];
  let length = 0;
  for (const { text } of cues) {
    starts.push(length);
    length += text.length + 1;
  }
  return {
    text: cues.map(({ text }) => text).join(' '),
    starts,
    timesMs: cues.map(({ startMs }) => startMs),
    speakers: cues.map(({ speaker }) => speaker),
  };
}

/** Elements are not checked, because checking thousands of numbers is as slow as decompressing. */
function listOf<T>() {
  return z.custom<T[]>(Array.isArray);
}

/** Stores lengths and time differences of cues, because small numbers compress better. */
const packed = z.object({
  text: z.string(),
  lengths: listOf<number>(),
  steps: listOf<number | null>(),
  names: z.array(z.string()),
  /** Each entry is a change of speaker: the index of the cue, and the index in `names` (-1 for no speaker). */
  turns: listOf<[piece: number, name: number]>(),
  repeated: z.array(z.object({ start: z.number(), end: z.number() })).optional(),
});

/** Brotli quality 5 of 11 gives nearly the size of 11 in a twentieth of the time. */
const OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export function packSpokenText(spoken: SpokenText): Uint8Array {
  const { text, starts, timesMs, speakers, repeated } = spoken;
  const names = new Map<string, number>();
  const numberOf = (name: string) => {
    const known = names.get(name) ?? names.size;
    names.set(name, known);
    return known;
  };
  const turns: [number, number][] = [];
  let before = 0;
  const steps = timesMs.map((time) => {
    if (time === null) return null;
    const step = time - before;
    before = time;
    return step;
  });
  speakers.forEach((name, at) => {
    const who = name === undefined ? -1 : numberOf(name);
    if (who !== (turns.at(-1)?.[1] ?? -1)) turns.push([at, who]);
  });
  const lengths = starts.map((start, at) => (starts[at + 1] ?? text.length + 1) - start - 1);
  const whole: z.infer<typeof packed> = {
    text,
    lengths,
    steps,
    names: [...names.keys()],
    turns,
    repeated,
  };
  return brotliCompressSync(JSON.stringify(whole), OPTIONS);
}

/** Throws for anything but the result of {@link packSpokenText}. */
export function unpackSpokenText(bytes: Uint8Array): SpokenText {
  const { text, lengths, steps, names, turns, repeated } = packed.parse(
    JSON.parse(brotliDecompressSync(bytes).toString()),
  );
  let start = 0;
  let time = 0;
  let turn = 0;
  let who = -1;
  const spoken: SpokenText = { text, starts: [], timesMs: [], speakers: [], repeated };
  lengths.forEach((length, at) => {
    const step = steps[at] ?? null;
    time += step ?? 0;
    if (turns[turn]?.[0] === at) who = turns[turn++]?.[1] ?? -1;
    spoken.starts.push(start);
    spoken.timesMs.push(step === null ? null : time);
    spoken.speakers.push(names[who]);
    start += length + 1;
  });
  return spoken;
}

/** A page of ten transcripts takes about 1.5 MB. The longest text with the most cues takes 14 MB. */
const MAX_CACHE_BYTES = 40_000_000;
const CUE_BYTES = 24;
const TAIL_BYTES = 16;

const kept = createSizedCache<SpokenText>(
  MAX_CACHE_BYTES,
  ({ text, starts }) => textBytes(text) + CUE_BYTES * starts.length,
);

export const keptTextBytes = () => kept.bytes();

/**
 * Caches texts, because decompressing is as slow as searching, and frequent words match the same new
 * episodes.
 * @param id Identifies the episode. A changed transcript differs in length or last bytes.
 */
export function unpackedText(id: number | string, packed: Uint8Array): SpokenText {
  const tail = Buffer.from(packed.subarray(-TAIL_BYTES)).toString('hex');
  const key = `${id} ${packed.length} ${tail}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const text = unpackSpokenText(packed);
  kept.set(key, text);
  return text;
}

/** Only this much of a transcript is quoted, UTF-16 code units: nine hours of speech. */
const MAX_QUOTED = 500_000;

/** Cuts a long transcript, to limit the work if many episodes are quoted. */
export function quotedPart(spoken: SpokenText): SpokenText {
  if (spoken.text.length <= MAX_QUOTED) return spoken;
  return { ...spoken, text: spoken.text.slice(0, MAX_QUOTED) };
}
