/** MPEG-1 layer III, 32 kbit/s, 44.1 kHz, mono, without CRC. */
const header = [0xff, 0xfb, 0x10, 0xc4];
const samplesPerFrame = 1152;
const samplesPerSecond = 44_100;
/** 144 × bit rate / sample rate, without padding. */
const frameBytes = Math.floor((144 * 32_000) / samplesPerSecond);

/** A silent MP3, up to one frame (26 ms) longer than `seconds`. */
export function silentMp3(seconds: number): Buffer {
  const frame = Buffer.alloc(frameBytes);
  frame.set(header);
  const frames = Math.ceil((seconds * samplesPerSecond) / samplesPerFrame);
  return Buffer.alloc(frames * frameBytes, frame);
}
