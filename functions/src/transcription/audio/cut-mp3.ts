import { AudioError, type AudioPart, PART_LIMITS, type PartLimits } from './audio-part.ts';
import {
  HEADER_BYTES,
  isIndexFrame,
  loudness,
  MAX_FRAME_BYTES,
  type Mp3Frame,
  readFrame,
} from './mp3-frame.ts';
import { createPartBuilder, type CutFrames } from './part-builder.ts';

/** A file with this many more bytes outside frames than in frames is not MP3. */
const MAX_JUNK = 1_000_000;
/** Max attempts to detect free format, each over 3 kB. A file in free format is detected early. */
const MAX_FREE_SEARCHES = 1000;
/** A cover may have 20 MB. A larger tag counts as damaged, because skipping it may skip sound. */
const MAX_TAG_BYTES = 64_000_000;
const ID3V1_BYTES = 128;
const ID3V2_HEADER = 10;
const APE_HEADER = 32;
/** First letters of `TAG`, `ID3` and `APETAGEX`. */
const TAG_BEGINS = new Set([0x54, 0x49, 0x41]);

/**
 * Copies frames bit for bit while they stream in. Drops tags, index frames and bytes outside frames. Throws
 * an {@link AudioError} for anything but MP3.
 */
export async function* cutMp3(
  stream: AsyncIterable<Uint8Array>,
  limits: PartLimits = PART_LIMITS,
): AsyncGenerator<AudioPart> {
  const builder = createPartBuilder(limits, true);
  let pending: Uint8Array = new Uint8Array(0);
  let skip = 0;
  let junk = 0;
  let freeSearches = 0;
  let before: Mp3Frame | null = null;

  function* consume(isEnd: boolean): Generator<AudioPart> {
    let at = 0;
    while (at < pending.length) {
      const left = pending.length - at;
      if (skip > 0) {
        const skipped = Math.min(skip, left);
        skip -= skipped;
        at += skipped;
        continue;
      }
      if (!isEnd && left < APE_HEADER) break;
      const tag = tagBytes(pending.subarray(at));
      if (tag > 0) {
        skip = tag;
        continue;
      }
      const frame = readFrame(pending, at);
      if (frame !== null && !isEnd && left < frame.length + HEADER_BYTES) break;
      if (frame !== null && isFrame(frame, pending.subarray(at), before, isEnd)) {
        const bytes = pending.subarray(at, at + frame.length);
        at += frame.length;
        junk = Math.max(0, junk - frame.length);
        before = frame;
        if (isIndexFrame(frame, bytes)) continue;
        const part = builder.add(bytes, frame.durationMs, loudness(frame, bytes));
        if (part !== null) yield asMp3(part);
        continue;
      }
      if (frame?.length === 0 && before === null && freeSearches < MAX_FREE_SEARCHES) {
        freeSearches += 1;
        if (isFreeFormat(frame, pending.subarray(at))) throw new AudioError('free-format');
      }
      before = null;
      at += 1;
      junk += 1;
      if (junk > MAX_JUNK) throw new AudioError('not-audio');
    }
    pending = pending.subarray(at);
  }

  for await (const chunk of stream) {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    yield* consume(false);
  }
  yield* consume(true);
  const last = builder.end();
  if (last === null) throw new AudioError('not-audio');
  yield asMp3(last);
}

function asMp3({ bytes, sha256, startMs, endMs, isSilent, quiet }: CutFrames): AudioPart {
  return { type: 'mp3', bytes, sha256, startMs, endMs, isSilent, quiet };
}

/** Eleven set bits occur in any data, so a run starts only with two successive frames of the same kind. */
function isFrame(
  frame: Mp3Frame,
  bytes: Uint8Array,
  before: Mp3Frame | null,
  isEnd: boolean,
): boolean {
  if (frame.length === 0 || frame.length > bytes.length) return false;
  if (before !== null) return true;
  const next = readFrame(bytes, frame.length);
  const isLast = isEnd && frame.length === bytes.length;
  return isLast || (next !== null && isSameKind(frame, next));
}

function isFreeFormat(frame: Mp3Frame, bytes: Uint8Array): boolean {
  for (let at = 24; at < Math.min(bytes.length - HEADER_BYTES, 2 * MAX_FRAME_BYTES); at += 1) {
    const next = readFrame(bytes, at);
    if (next?.length !== 0 || !isSameKind(frame, next)) continue;
    const third = readFrame(bytes, 2 * at);
    if (third?.length === 0 && isSameKind(frame, third)) return true;
  }
  return false;
}

function isSameKind(one: Mp3Frame, other: Mp3Frame): boolean {
  return one.sampleRate === other.sampleRate && one.isMpeg1 === other.isMpeg1;
}

function tagBytes(bytes: Uint8Array): number {
  if (!TAG_BEGINS.has(bytes[0] ?? 0)) return 0;
  const name = String.fromCharCode(...bytes.subarray(0, 8));
  if (name.startsWith('TAG')) return ID3V1_BYTES;
  if (name.startsWith('ID3')) return id3Bytes(bytes);
  if (name !== 'APETAGEX' || bytes.length < APE_HEADER) return 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset, APE_HEADER);
  const isHeader = (view.getUint32(20, true) & 0x2000_0000) !== 0;
  const size = isHeader ? view.getUint32(12, true) : 0;
  return APE_HEADER + (size > MAX_TAG_BYTES ? 0 : size);
}

function id3Bytes(bytes: Uint8Array): number {
  const [flags = 0, ...sizes] = bytes.subarray(5, ID3V2_HEADER);
  if (sizes.length < 4 || sizes.some((each) => each > 127)) return 0;
  const size = sizes.reduce((sum, each) => (sum << 7) | each, 0);
  if (size > MAX_TAG_BYTES) return 0;
  return ID3V2_HEADER + size + ((flags & 0x10) === 0 ? 0 : ID3V2_HEADER);
}
