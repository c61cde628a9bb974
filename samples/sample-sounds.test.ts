import { expect, test } from 'vitest';
import { readSampleSounds, spokenMp3 } from './sample-sounds.ts';

const FRAME_BYTES = 72;
const FRAMES_PER_SECOND = 16_000 / 576;

const clip = (frames: number) => Buffer.alloc(frames * FRAME_BYTES, 7);

test('puts speech at its second, with silence around it', () => {
  const sound = spokenMp3([{ atS: 36, mp3: clip(10) }], 72);
  expect(sound.length).toBe(2000 * FRAME_BYTES);
  expect(sound.indexOf(clip(10))).toBe(1000 * FRAME_BYTES);
  expect(sound.readUInt32BE(999 * FRAME_BYTES)).toBe(0xfff328c4);
  expect(sound.readUInt32BE(1010 * FRAME_BYTES)).toBe(0xfff328c4);
});

test('refuses speech that overlaps the next clip, exceeds the end or has half a frame', () => {
  const mp3 = clip(100);
  expect(() =>
    spokenMp3(
      [
        { atS: 1, mp3 },
        { atS: 2, mp3 },
      ],
      72,
    ),
  ).toThrow('at 2 s');
  expect(() => spokenMp3([{ atS: 71, mp3 }], 72)).toThrow('at 71 s');
  expect(() => spokenMp3([{ atS: 1, mp3: mp3.subarray(1) }], 72)).toThrow('at 1 s');
});

test('sample sounds consist of whole frames and have fixed lengths', async () => {
  const sounds = await readSampleSounds();
  const lengths = [...sounds.values()].map(({ body }) => {
    for (let at = 0; at < body.length; at += FRAME_BYTES * 50) {
      expect(body.readUInt16BE(at)).toBe(0xfff3);
    }
    return Math.floor(body.length / FRAME_BYTES / FRAMES_PER_SECOND);
  });
  expect(lengths).toEqual([4201, 2080, 3394, 3834, 1755, 3480]);
});
