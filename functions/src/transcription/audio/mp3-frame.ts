/** Header of an MPEG layer III frame (ISO 11172-3, 13818-3 and the unofficial MPEG-2.5). */
export interface Mp3Frame {
  /** Includes the header; 0 for a free-format frame, whose length only a search can find. */
  length: number;
  sampleRate: number;
  durationMs: number;
  isMono: boolean;
  isMpeg1: boolean;
  hasCrc: boolean;
}

export const HEADER_BYTES = 4;
/** Length of a padded frame at 320 kbit/s and 32 kHz. */
export const MAX_FRAME_BYTES = 1441;

const KBITS_MPEG1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const KBITS_MPEG2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const RATES_MPEG1 = [44_100, 48_000, 32_000];

export function readFrame(bytes: Uint8Array, at: number): Mp3Frame | null {
  if (bytes[at] !== 0xff || at + HEADER_BYTES > bytes.length) return null;
  const kind = bytes[at + 1] ?? 0;
  const rates = bytes[at + 2] ?? 0;
  const channels = bytes[at + 3] ?? 0;
  if ((kind & 0xe0) !== 0xe0) return null;
  const version = (kind >> 3) & 3;
  const isLayer3 = ((kind >> 1) & 3) === 1;
  const kbitsAt = rates >> 4;
  const rate = RATES_MPEG1[(rates >> 2) & 3];
  if (version === 1 || !isLayer3 || kbitsAt === 15 || rate === undefined) return null;
  const isMpeg1 = version === 3;
  const sampleRate = isMpeg1 ? rate : version === 2 ? rate / 2 : rate / 4;
  const kbits = (isMpeg1 ? KBITS_MPEG1 : KBITS_MPEG2)[kbitsAt] ?? 0;
  const samples = isMpeg1 ? 1152 : 576;
  const padding = (rates >> 1) & 1;
  return {
    length: kbits === 0 ? 0 : Math.floor((samples * 125 * kbits) / sampleRate) + padding,
    sampleRate,
    durationMs: (samples * 1000) / sampleRate,
    isMono: channels >> 6 === 3,
    isMpeg1,
    hasCrc: (kind & 1) === 0,
  };
}

/** Offset of the main data, after the header, the checksum and the side information. */
function sideEnd({ isMpeg1, isMono, hasCrc }: Mp3Frame): number {
  const side = isMpeg1 ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  return HEADER_BYTES + (hasCrc ? 2 : 0) + side;
}

/** First letters of frames that contain an encoder's index instead of sound. */
const [XING, INFO, VBRI] = [0x58696e67, 0x496e666f, 0x56425249];

export function isIndexFrame(frame: Mp3Frame, bytes: Uint8Array): boolean {
  const name = lettersAt(bytes, sideEnd(frame));
  return name === XING || name === INFO || lettersAt(bytes, 36) === VBRI;
}

/** Returns a number, because comparing strings would take a third of the cutting time. */
function lettersAt(bytes: Uint8Array, at: number): number {
  const letter = (index: number) => bytes[at + index] ?? 0;
  return (letter(0) << 24) | (letter(1) << 16) | (letter(2) << 8) | letter(3);
}

/** The largest `global_gain` (0 to 255, 1.5 dB per step) of granules with sound; 0 for digital silence. */
export function loudness(frame: Mp3Frame, bytes: Uint8Array): number {
  const { isMpeg1, isMono, hasCrc } = frame;
  const parts = (isMpeg1 ? 2 : 1) * (isMono ? 1 : 2);
  const bits = isMpeg1 ? 59 : 63;
  const lead = isMpeg1 ? (isMono ? 18 : 20) : isMono ? 9 : 10;
  const begin = 8 * (HEADER_BYTES + (hasCrc ? 2 : 0)) + lead;
  let loudest = 0;
  for (let part = 0; part < parts; part += 1) {
    const at = begin + part * bits;
    const bigValues = readBits(bytes, at + 12, 9);
    const soundBits = readBits(bytes, at, 12);
    if (soundBits > 0 && bigValues > 0) loudest = Math.max(loudest, readBits(bytes, at + 21, 8));
  }
  return loudest;
}

function readBits(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let bit = at; bit < at + count; bit += 1) {
    value = (value << 1) | (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
  }
  return value;
}
