import fc from 'fast-check';
import { expect, test } from 'vitest';
import { POSITIONS_KEPT, rememberedPosition, rememberPosition } from './positions.ts';

function storage(kept: string | null = null) {
  let value = kept;
  return { getItem: () => value, setItem: (_key: string, next: string) => void (value = next) };
}

test('an episode goes on where it was left', () => {
  const device = storage();
  rememberPosition('a', { atS: 754.8, durationS: 3600 }, device);
  rememberPosition('b', { atS: 60, durationS: NaN }, device);
  expect(rememberedPosition('a', device)).toBe(754);
  expect(rememberedPosition('b', device)).toBe(60);
  expect(rememberedPosition('c', device)).toBe(0);
});

test('one that was hardly begun, or heard to its end, begins at its beginning', () => {
  const device = storage();
  for (const atS of [4, 3590, 3600]) {
    rememberPosition('a', { atS: 754, durationS: 3600 }, device);
    rememberPosition('a', { atS, durationS: 3600 }, device);
    expect(rememberedPosition('a', device)).toBe(0);
  }
});

test('the last ones begun are remembered, and no more', () => {
  const device = storage();
  for (let number = 0; number < POSITIONS_KEPT + 10; number += 1) {
    rememberPosition(`episode-${number}`, { atS: 100, durationS: 3600 }, device);
  }
  expect(rememberedPosition('episode-9', device)).toBe(0);
  expect(rememberedPosition('episode-10', device)).toBe(100);
  expect(JSON.parse(device.getItem() ?? '')).toHaveLength(POSITIONS_KEPT);
});

test('whatever lies in the storage, and where there is none, episodes play', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (kept) => {
      const device = storage(kept);
      expect(rememberedPosition('a', device)).toBeGreaterThanOrEqual(0);
      rememberPosition('a', { atS: 100, durationS: 3600 }, device);
      expect(rememberedPosition('a', device)).toBe(100);
    }),
  );
  const refuse = () => {
    throw new DOMException('no');
  };
  const refusing = { getItem: refuse, setItem: refuse };
  rememberPosition('a', { atS: 100, durationS: 3600 }, refusing);
  expect(rememberedPosition('a', refusing)).toBe(0);
});
