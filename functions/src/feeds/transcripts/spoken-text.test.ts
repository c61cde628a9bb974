import { expect, test } from 'vitest';
import { packSpokenText, toSpokenText, unpackedText } from './spoken-text.ts';

const packedOf = (text: string) => packSpokenText(toSpokenText([{ startMs: 5, text }]));

test('caches an unpacked text until large texts evict it', () => {
  const packed = packedOf('Good morning.');
  const first = unpackedText(1, packed);
  expect(first).toEqual(toSpokenText([{ startMs: 5, text: 'Good morning.' }]));
  expect(unpackedText(1, packed)).toBe(first);
  for (let id = 2; id <= 100; id += 1) unpackedText(id, packed);
  expect(unpackedText(1, packed)).toBe(first);
  const long = packedOf('morning '.repeat(250_000));
  for (let id = 101; id <= 120; id += 1) unpackedText(id, long);
  const again = unpackedText(1, packed);
  expect(again).toEqual(first);
  expect(again).not.toBe(first);
});

test('distinguishes texts of an episode with the same length', () => {
  expect(unpackedText(1, packedOf('one two')).text).toBe('one two');
  expect(unpackedText(1, packedOf('two one')).text).toBe('two one');
});
