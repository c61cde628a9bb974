import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  audioFile,
  damaged,
  type FileKind,
  frameNumber,
  readFile,
} from '../fixtures/containers.ts';
import { AudioError, type AudioPart, PART_LIMITS, type PartLimits } from './audio-part.ts';
import { type ContainerType, remux } from './remux.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'remux-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function cut(
  bytes: Uint8Array,
  limits: Partial<PartLimits> = {},
  type: ContainerType = 'm4a',
): Promise<AudioPart[]> {
  const file = path.join(folder, 'audio');
  await writeFile(file, bytes);
  const parts: AudioPart[] = [];
  for await (const part of remux(type, file, { ...PART_LIMITS, ...limits })) parts.push(part);
  return parts;
}

const failure = (bytes: Uint8Array, limits?: Partial<PartLimits>, type?: ContainerType) =>
  cut(bytes, limits, type).then(
    () => 'cut',
    (error: unknown) => (error instanceof AudioError ? error.code : 'unreadable'),
  );

const numbers = async (parts: readonly AudioPart[]) => {
  const files = await Promise.all(parts.map(({ bytes }) => readFile(bytes)));
  return files.flatMap(({ frames }) => frames.map(frameNumber));
};
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

/** Replaces the four bytes that are `behind` bytes after the name of the box. */
function patched(file: Buffer, box: string, behind: number, value: number): Buffer {
  const at = file.indexOf(box);
  expect(at).toBeGreaterThan(0);
  const bytes = Buffer.from(file);
  bytes.writeUInt32BE(value, at + 4 + behind);
  return bytes;
}

const MINUTE: FileKind = { seconds: 60 };

describe('the cutter of containers', () => {
  test.each([
    ['index first', 'aac', 'm4a'],
    ['index last', 'aac', 'm4a'],
    ['fragments', 'aac', 'm4a'],
    ['index last', 'opus', 'm4a'],
    ['ogg', 'opus', 'ogg'],
    ['webm', 'opus', 'webm'],
  ] as const)('copies %s with %s bit for bit into %s', async (form, codec, type) => {
    const file = await audioFile(form, { ...MINUTE, codec });
    const parts = await cut(file, { partMs: 25_000 }, type);
    expect(parts.map((part) => part.type)).toEqual([type, type, type]);
    const whole = await readFile(file);
    const files = await Promise.all(parts.map(({ bytes }) => readFile(bytes)));
    expect(Buffer.concat(files.flatMap(({ frames }) => frames))).toEqual(
      Buffer.concat(whole.frames),
    );
    // Parts are adjacent, and each frame starts at its time.
    expect(parts.map(({ startMs }) => startMs)).toEqual([
      0,
      ...parts.slice(0, -1).map(({ endMs }) => endMs),
    ]);
    expect(Math.abs((parts.at(-1)?.endMs ?? 0) - 60_000)).toBeLessThan(25);
    const startsMs = files.flatMap(({ startsMs: each }, at) =>
      each.map((ms) => ms + (parts[at]?.startMs ?? 0)),
    );
    const off = startsMs.map((ms, at) => Math.abs(ms - (whole.startsMs[at] ?? 0)));
    expect(Math.max(...off)).toBeLessThan(2);
  });

  test('cuts at a small frame, which is quiet', async () => {
    const [first] = await cut(await audioFile('index last', MINUTE), { partMs: 25_000 });
    const { frames } = await readFile(first?.bytes ?? Buffer.alloc(0));
    expect(frames.slice(-8).map(({ length }) => length)).toContain(20);
  });

  test('returns the same hash for the same sound on every cut', async () => {
    const file = await audioFile('ogg', { ...MINUTE, codec: 'opus' });
    const [one, other] = [await cut(file, {}, 'ogg'), await cut(file, {}, 'ogg')];
    expect(one[0]?.bytes).not.toEqual(other[0]?.bytes);
    expect(one.map(({ sha256 }) => sha256)).toEqual(other.map(({ sha256 }) => sha256));
  });

  test('leaves out video, other audio tracks and a cover of 20 MB', async () => {
    const file = await audioFile('index last', {
      ...MINUTE,
      hasVideo: true,
      hasSecondTrack: true,
      cover: Buffer.alloc(20_000_000, 9),
    });
    const [part] = await cut(file);
    const { tracks, frames } = await readFile(part?.bytes ?? Buffer.alloc(0));
    expect(tracks).toBe(1);
    expect(frames.every((frame) => frame.at(-1) === 1)).toBe(true);
    expect(part?.bytes.length).toBeLessThan(200_000);
  });

  test('applies the cuts and the clock of an edit list', async () => {
    const before = await audioFile('index last', {
      ...MINUTE,
      startS: (at) => (at - 100) * (1024 / 44_100),
    });
    expect((await numbers(await cut(before)))[0]).toBe(100);
    const late = await cut(
      await audioFile('index last', { ...MINUTE, startS: (at) => 10 + at * (1024 / 44_100) }),
    );
    expect(late[0]?.startMs).toBe(0);
    const { startsMs } = await readFile(late[0]?.bytes ?? Buffer.alloc(0));
    expect(startsMs[0]).toBeCloseTo(10_000, 0);
  });

  test('cuts a part into shorter parts', async () => {
    const [whole] = await cut(await audioFile('index last', MINUTE));
    const halves = await cut(whole?.bytes ?? Buffer.alloc(0), { partMs: 31_000 });
    expect(halves).toHaveLength(2);
    expect(await numbers(halves)).toEqual(upTo(Math.ceil((60 * 44_100) / 1024)));
  });

  test('keeps parts below the byte limit', async () => {
    const limits = { partBytes: 1_050_000 };
    const parts = await cut(await audioFile('webm', { ...MINUTE, codec: 'opus' }), limits, 'webm');
    expect(parts.length).toBeGreaterThan(1);
    for (const { bytes } of parts) expect(bytes.length).toBeLessThanOrEqual(1_050_000);
  });
});

describe('hostile containers', () => {
  const file = () => audioFile('index last', MINUTE);

  test('reads a truncated file up to its end, unless it has no index', async () => {
    const first = await audioFile('index first', MINUTE);
    const half = await numbers(await cut(first.subarray(0, first.length / 2)));
    expect(half.length).toBeGreaterThan(900);
    expect(half).toEqual(upTo(half.length));
    const last = await file();
    expect(await failure(last.subarray(0, last.length / 2))).not.toBe('cut');
  });

  test.each([
    ['an index of 4 GB', 'moov', -8, 0xffff_ffff],
    ['four thousand million frame lengths', 'stsz', 8, 0xffff_ffff],
    ['four thousand million chunks', 'stco', 4, 0xffff_ffff],
    ['a track without length', 'stsd', 4, 0],
  ])('refuses a container with %s', async (_, box, behind, value) => {
    expect(await failure(patched(await file(), box, behind, value))).not.toBe('cut');
  });

  test.each([1_000_000, 0xffff_ffff])(
    'reads the existing frames, not the claimed %s',
    async (claimed) => {
      const parts = await cut(patched(await file(), 'stts', 8, claimed));
      const count = (await numbers(parts)).length;
      expect(count).toBeGreaterThan(0);
      expect(count).toBeLessThanOrEqual(Math.ceil((60 * 44_100) / 1024));
      expect(parts.at(-1)?.endMs).toBeLessThan(100_000);
    },
  );

  test('counts all frames that begin at the same time', async () => {
    const still = await audioFile('index last', { ...MINUTE, startS: () => 0 });
    const parts = await cut(patched(still, 'stts', 12, 1));
    expect(Math.abs((parts.at(-1)?.endMs ?? 0) - 60_000)).toBeLessThan(25);
  });

  test('refuses a clock that jumps, and audio above the length limit', async () => {
    const leap = await audioFile('index last', {
      ...MINUTE,
      startS: (at) => (at < 1000 ? at : at + 80_000) * (1024 / 44_100),
    });
    expect(await failure(leap)).toBe('not-audio');
    expect(await failure(await file(), { totalMs: 50_000 })).toBe('audio-too-long');
  });

  test('refuses an unknown codec', async () => {
    const config = Buffer.from(await file());
    // Audio object type 1 is AAC Main.
    config[config.indexOf(Buffer.from([0x12, 0x10]), config.indexOf('esds'))] = 0x0a;
    expect(await failure(config)).toBe('unknown-codec');
  });

  test.each([
    ['index last', 'm4a'],
    ['fragments', 'm4a'],
    ['ogg', 'ogg'],
    ['webm', 'webm'],
  ] as const)('reads or refuses %s with damaged bytes', async (form, type) => {
    const whole = await audioFile(form, { seconds: 5, codec: 'opus' });
    for (let seed = 1; seed <= 30; seed += 1) {
      const bytes = damaged(whole, seed);
      expect(['cut', 'unreadable', 'not-audio', 'unknown-codec', 'audio-too-long']).toContain(
        await failure(bytes, {}, type),
      );
    }
  });
});
