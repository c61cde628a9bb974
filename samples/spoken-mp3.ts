/** MPEG-2 layer III, 16 kbit/s, 16 kHz, mono, without CRC, as made by `sounds/make-sounds.sh`. */
const header = [0xff, 0xf3, 0x28, 0xc4];
const samplesPerFrame = 576;
const samplesPerSecond = 16_000;
/** 72 * bit rate / sample rate: no frame needs padding. */
const frameBytes = 72;

export interface Clip {
  atS: number;
  mp3: Buffer;
}

/**
 * Frames of one size make a time a place in the file. Throws for clips that overlap or have another
 * format.
 */
export function spokenMp3(clips: readonly Clip[], seconds: number): Buffer {
  // A header followed by zeros announces no audio bits, and decodes to silence.
  const silent = Buffer.alloc(frameBytes);
  silent.set(header);
  const sound = Buffer.alloc(
    Math.ceil((seconds * samplesPerSecond) / samplesPerFrame) * frameBytes,
    silent,
  );
  let free = 0;
  for (const { atS, mp3 } of clips.toSorted((left, right) => left.atS - right.atS)) {
    const start = Math.round((atS * samplesPerSecond) / samplesPerFrame) * frameBytes;
    if (mp3.length % frameBytes !== 0 || start < free || start + mp3.length > sound.length) {
      throw new Error(`The speech at ${atS} s does not fit`);
    }
    mp3.copy(sound, start);
    free = start + mp3.length;
  }
  return sound;
}
