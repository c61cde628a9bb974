import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { audioFile, damaged } from '../fixtures/containers.ts';
import { inChunks, mp3Seconds } from '../fixtures/mp3.ts';
import { AudioError, type AudioType, PART_LIMITS } from './audio-part.ts';
import { cutSound } from './cut-sound.ts';

/** Returns the types of the parts, or the code of the failure. */
async function cut(
  stream: AsyncIterable<Uint8Array>,
  workMs = PART_LIMITS.workMs,
): Promise<AudioType[] | string> {
  const types: AudioType[] = [];
  try {
    for await (const { type } of cutSound(stream, { ...PART_LIMITS, partMs: 40_000, workMs }))
      types.push(type);
    return types;
  } catch (error) {
    if (error instanceof AudioError) return error.code;
    throw error;
  }
}

/** Only these tests write temporary files here. */
const folder = mkdtempSync(path.join(tmpdir(), 'cut-container-'));
const files = () => readdirSync(folder).filter((name) => name.startsWith('earshot-audio-'));

beforeEach(() => {
  vi.stubEnv('TMPDIR', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  expect(files()).toEqual([]);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('detects the format by content for any chunk size', async () => {
  const m4a = await audioFile('index last', { seconds: 60 });
  expect(await cut(inChunks(m4a, 3))).toEqual(['m4a', 'm4a']);
  expect(await cut(inChunks(await audioFile('ogg', { seconds: 9, codec: 'opus' }), 999))).toEqual([
    'ogg',
  ]);
  expect(await cut(inChunks(await audioFile('webm', { seconds: 9, codec: 'opus' }), 9))).toEqual([
    'webm',
  ]);
  expect(await cut(inChunks(mp3Seconds(9), 1))).toEqual(['mp3']);
  expect(await cut(inChunks(Buffer.from('<!doctype html>'), 99))).toBe('not-audio');
  expect(await cut(inChunks(Buffer.alloc(0), 99))).toBe('not-audio');
});

test('refuses a container without audio', async () => {
  const bytes = Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypM4A '),
    Buffer.alloc(9),
  ]);
  expect(await cut(inChunks(bytes, 99))).toBe('not-audio');
});

test('ends a thread that exceeds its memory', async () => {
  const file = await audioFile('index last', { seconds: 60 });
  // The table claims four billion frames, each with its own sort time.
  const table = Buffer.alloc(24);
  table.writeUInt32BE(24);
  table.write('ctts', 4);
  table.writeUInt32BE(1, 12);
  table.writeUInt32BE(0xffff_ffff, 16);
  const bytes = withBox(file, table);
  bytes.writeUInt32BE(0xffff_ffff, bytes.indexOf('stts') + 12);
  expect(await cut(inChunks(bytes, 65_536))).toBe('not-audio');
});

test('ends a thread that damaged bytes keep busy forever', async () => {
  const file = damaged(await audioFile('webm', { seconds: 5, codec: 'opus' }), 33);
  expect(await cut(inChunks(file, 65_536), 2000)).toBe('not-audio');
});

test('leaves no file if the reader stops or the connection breaks', async () => {
  const file = await audioFile('index last', { seconds: 60 });
  const limits = { ...PART_LIMITS, partMs: 20_000 };
  for await (const part of cutSound(inChunks(file, 65_536), limits)) {
    expect(part.startMs).toBe(0);
    expect(files()).toHaveLength(1);
    break;
  }
  expect(files()).toEqual([]);
  async function* broken() {
    yield* inChunks(file.subarray(0, 50_000), 10_000);
    await Promise.reject(new Error('other side closed'));
  }
  await expect(cut(broken())).rejects.toThrow('other side closed');
});

/** Adds a box to the sample table at the end of the file. */
function withBox(file: Buffer, box: Buffer): Buffer {
  const tableAt = file.indexOf('stbl') - 4;
  const tableEnd = tableAt + file.readUInt32BE(tableAt);
  const bytes = Buffer.concat([file.subarray(0, tableEnd), box, file.subarray(tableEnd)]);
  for (const name of ['moov', 'trak', 'mdia', 'minf', 'stbl']) {
    const at = bytes.indexOf(name) - 4;
    bytes.writeUInt32BE(bytes.readUInt32BE(at) + box.length, at);
  }
  return bytes;
}
