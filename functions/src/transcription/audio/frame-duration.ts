/**
 * Samples per frame of low-complexity AAC. Band replication doubles rate and samples, so durations stay
 * equal.
 */
const AAC_SAMPLES = 1024;
const AAC_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000,
  7350,
];
const AAC_KINDS = new Set([2, 5, 29]);

/** @param config Configuration of the decoder (AudioSpecificConfig). */
export function aacFrameMs(config: Uint8Array): number | null {
  const [first = 0, second = 0] = config;
  const rate = AAC_RATES[((first & 7) << 1) | (second >> 7)];
  return AAC_KINDS.has(first >> 3) && rate !== undefined ? (AAC_SAMPLES * 1000) / rate : null;
}

/** Computes the duration by RFC 6716, section 3.1. */
export function opusPacketMs([first, second = 0]: Uint8Array): number {
  if (first === undefined) return 0;
  const config = first >> 3;
  const step = config & 3;
  const frameMs =
    config < 12
      ? step === 3
        ? 60
        : 10 << step
      : config < 16
        ? 10 << (config & 1)
        : 2.5 * 2 ** step;
  const count = [1, 2, 2, second & 63][first & 3] ?? 0;
  return frameMs * count;
}
