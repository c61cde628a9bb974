import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { growthOf } from '../../testing/growth.ts';
import { fuzzRuns } from '../../testing/fuzz-runs.ts';
import {
  type FrameKind,
  id3Tag,
  inChunks,
  mp3Frame,
  mp3Seconds,
  xingFrame,
} from '../fixtures/mp3.ts';
import { AudioError, type AudioPart, PART_LIMITS, type PartLimits } from './audio-part.ts';
import { cutMp3 } from './cut-mp3.ts';

async function cut(
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  limits: Partial<PartLimits> = {},
): Promise<AudioPart[]> {
  const stream = bytes instanceof Uint8Array ? inChunks(bytes, 65_536) : bytes;
  const parts: AudioPart[] = [];
  for await (const part of cutMp3(stream, { ...PART_LIMITS, ...limits })) parts.push(part);
  return parts;
}

const joined = (parts: readonly AudioPart[]) => Buffer.concat(parts.map(({ bytes }) => bytes));
const endOf = (parts: readonly AudioPart[]) => parts.at(-1)?.endMs;
const failure = (bytes: Uint8Array | AsyncIterable<Uint8Array>, limits?: Partial<PartLimits>) =>
  cut(bytes, limits).then(
    () => 'cut',
    (error: unknown) => (error instanceof AudioError ? error.code : error),
  );

const KINDS: Record<string, FrameKind> = {
  'stereo at 44.1 kHz': { kbits: 128, isMono: false },
  'mono at 48 kHz': { kbits: 64, sampleRate: 48_000 },
  'MPEG-2, mono': { version: 2, kbits: 16, sampleRate: 16_000 },
  'MPEG-2, stereo': { version: 2, kbits: 64, isMono: false },
  'MPEG-2.5': { version: 2.5, kbits: 8, sampleRate: 8000 },
  'the largest frames': { kbits: 320, sampleRate: 32_000, isMono: false, padding: 1 },
};

describe('the MP3 cutter', () => {
  test.each(Object.entries(KINDS))('copies %s bit for bit', async (_, kind) => {
    const bytes = mp3Seconds(25, kind);
    const parts = await cut(bytes, { partMs: 10_000 });
    expect(parts.length).toBe(3);
    expect(joined(parts).equals(bytes)).toBe(true);
    expect(endOf(parts)).toBeGreaterThanOrEqual(25_000);
    expect(endOf(parts)).toBeLessThan(25_073);
  });

  test('starts each part exactly where the previous part ends', async () => {
    const parts = await cut(mp3Seconds(1800));
    expect(parts.map(({ startMs }) => startMs).slice(1)).toEqual(
      parts.map(({ endMs }) => endMs).slice(0, -1),
    );
    // The audio has 68907 frames of 1152 samples at 44.1 kHz.
    expect(endOf(parts)).toBe(Math.floor((Math.ceil((1800 * 44_100) / 1152) * 1_152_000) / 44_100));
    for (const { startMs, endMs } of parts) expect(endMs - startMs).toBeLessThanOrEqual(600_000);
  });

  test('cuts within the quiet moment near the end of a part', async () => {
    const loud = (seconds: number) => mp3Seconds(seconds, { gain: 180 });
    const quiet = mp3Seconds(1, { gain: 130 });
    const parts = await cut(Buffer.concat([loud(590), quiet, loud(60)]));
    expect(parts[0]?.endMs).toBeGreaterThan(590_000);
    expect(parts[0]?.endMs).toBeLessThan(591_100);
  });

  test('detects pauses and silent parts', async () => {
    const [silent, spoken] = await cut(
      Buffer.concat([
        mp3Seconds(10, { gain: 0 }),
        mp3Seconds(4, { gain: 190 }),
        mp3Seconds(3, { gain: 120 }),
        mp3Seconds(2.9, { gain: 190 }),
      ]),
      { partMs: 10_000 },
    );
    expect(silent).toMatchObject({ isSilent: true });
    expect(spoken).toMatchObject({ isSilent: false });
    expect(spoken?.quiet).toHaveLength(1);
  });

  test('drops tags and index frames anywhere', async () => {
    const one = mp3Seconds(3, { fill: 1 });
    const two = mp3Seconds(3, { fill: 2, kbits: 128 });
    const bytes = Buffer.concat([
      id3Tag(3000),
      xingFrame(),
      one,
      Buffer.from(`TAG${'x'.repeat(125)}`),
      id3Tag(5000, { fill: 0xff }),
      xingFrame({ kbits: 128 }),
      two,
    ]);
    expect(joined(await cut(bytes)).equals(Buffer.concat([one, two]))).toBe(true);
  });

  test('continues after a change of sample rate, as in spliced ads', async () => {
    const bytes = Buffer.concat([
      mp3Seconds(5),
      mp3Seconds(5, { sampleRate: 48_000 }),
      mp3Seconds(5, { version: 2, sampleRate: 24_000 }),
    ]);
    const parts = await cut(bytes);
    expect(joined(parts).equals(bytes)).toBe(true);
    expect(Math.round((endOf(parts) ?? 0) / 100)).toBe(150);
  });

  test('finds the next frame after damaged bytes', async () => {
    const noise = Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 37) % 256));
    const bytes = Buffer.concat([mp3Seconds(2, { fill: 1 }), noise, mp3Seconds(2, { fill: 1 })]);
    const parts = await cut(bytes);
    expect(Math.round((endOf(parts) ?? 0) / 100)).toBe(40);
  });

  test('drops a truncated last frame', async () => {
    const whole = mp3Seconds(2);
    expect(joined(await cut(whole.subarray(0, -10))).length).toBe(whole.length - mp3Frame().length);
  });

  test('keeps parts below the byte limit', async () => {
    const bytes = mp3Seconds(60, { kbits: 320, isMono: false });
    const parts = await cut(bytes, { partBytes: 500_000 });
    for (const { bytes: each } of parts) expect(each.length).toBeLessThanOrEqual(500_000);
    expect(joined(parts).equals(bytes)).toBe(true);
  });

  test('returns the same parts for any chunk size', async () => {
    const bytes = Buffer.concat([id3Tag(500), xingFrame(), mp3Seconds(12)]);
    const whole = await cut(bytes, { partMs: 5000 });
    for (const size of [1, 3, 417, 1000]) {
      expect(await cut(inChunks(bytes, size), { partMs: 5000 })).toEqual(whole);
    }
  });
});

describe('hostile audio', () => {
  const html = Buffer.from('<!doctype html><title>Not found</title>'.repeat(50_000));

  test.each([
    ['a web page', html, 'not-audio'],
    ['nothing', Buffer.alloc(0), 'not-audio'],
    ['zeros', Buffer.alloc(2_000_000), 'not-audio'],
    ['set bits', Buffer.alloc(2_000_000, 0xff), 'not-audio'],
    ['only a tag', id3Tag(10_000), 'not-audio'],
    ['free format', mp3Seconds(2, { kbits: 0, fill: 1 }), 'free-format'],
  ])('refuses %s as MP3', async (_, bytes, code) => {
    expect(await failure(bytes)).toBe(code);
  });

  test('reads sound after a cover of 20 MB or a tag of false length', async () => {
    const sound = mp3Seconds(2);
    for (const tag of [id3Tag(20_000_000, { fill: 0xff }), id3Tag(100, { declared: 200_000_000 })])
      expect(joined(await cut(Buffer.concat([tag, sound]))).equals(sound)).toBe(true);
  });

  test('does not skip to the end for a tag of 4 GB', async () => {
    const ape = Buffer.alloc(32);
    ape.write('APETAGEX');
    ape.writeUInt32LE(0xffff_ffff, 12);
    ape.writeUInt32LE(0xa000_0000, 20);
    const sound = mp3Seconds(2);
    expect(joined(await cut(Buffer.concat([sound, ape, sound]))).length).toBe(2 * sound.length);
  });

  test('ends an endless stream at the length limit', async () => {
    const minute = mp3Seconds(60, { version: 2.5, kbits: 8, sampleRate: 8000 });
    let sent = 0;
    async function* endless() {
      for (;;) {
        sent += 1;
        yield await Promise.resolve(minute);
      }
    }
    expect(await failure(endless())).toBe('audio-too-long');
    expect(sent).toBeLessThan(260);
  });

  test('gives up early on data with few frames', async () => {
    const two = mp3Seconds(0.05);
    const lure = Buffer.alloc(900_000);
    let read = 0;
    async function* endless() {
      for (;;) {
        read += 1;
        yield await Promise.resolve(Buffer.concat([two, lure]));
      }
    }
    expect(await failure(endless())).toBe('not-audio');
    expect(read).toBe(2);
  });

  test('reads tags in linear time', async () => {
    const cutAfter = (count: number) => {
      const tags = Buffer.concat(Array.from({ length: count }, () => id3Tag(0)));
      return async () => {
        const bytes = Buffer.concat([tags, mp3Seconds(1)]);
        // In one piece, because the cutter forgets what it has read of earlier pieces.
        expect(joined(await cut(inChunks(bytes, bytes.length))).length).toBeGreaterThan(0);
      };
    };
    // Ten times as many tags take 10 to 40 times as long on a busy machine; in quadratic time it would be 100.
    expect(await growthOf(cutAfter(5_000), cutAfter(50_000))).toBeLessThan(60);
  });

  test('cuts any bytes into frames or refuses them', async () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 2000 }),
      fc.nat({ max: 3000 }).map((size) => id3Tag(Math.min(size, 200), { declared: size })),
      fc
        .record({
          count: fc.integer({ min: 1, max: 20 }),
          kind: fc.constantFrom(...Object.values(KINDS)),
          gain: fc.nat({ max: 255 }),
        })
        .map(({ count, kind, gain }) =>
          Buffer.concat(Array.from({ length: count }, () => mp3Frame({ ...kind, gain }))),
        ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 8 }),
        fc.integer({ min: 1, max: 5000 }),
        async (pieces, size) => {
          const bytes = Buffer.concat(pieces);
          const whole = await cut(bytes, { partMs: 500, partBytes: 100_000 }).catch(
            (error: unknown) => error,
          );
          const again = await cut(inChunks(bytes, size), { partMs: 500, partBytes: 100_000 }).catch(
            (error: unknown) => error,
          );
          expect(again).toEqual(whole);
          if (whole instanceof Error) expect(whole).toBeInstanceOf(AudioError);
          else expect(joined(whole as AudioPart[]).length).toBeLessThanOrEqual(bytes.length);
        },
      ),
      { numRuns: fuzzRuns(100) },
    );
  });
});
