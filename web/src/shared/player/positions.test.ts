import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { POSITIONS_KEPT, rememberedPosition, rememberPosition } from './positions.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

function storage(kept: string | null = null) {
  let value = kept;
  const device = {
    getItem: () => value,
    setItem: (_key: string, next: string) => void (value = next),
  };
  vi.stubGlobal('localStorage', device);
  return device;
}

test('resumes an episode at its position', () => {
  storage();
  rememberPosition('a', { atS: 754.8, durationS: 3600 });
  rememberPosition('b', { atS: 60, durationS: NaN });
  expect(rememberedPosition('a')).toBe(754);
  expect(rememberedPosition('b')).toBe(60);
  expect(rememberedPosition('c')).toBe(0);
});

test('restarts an episode that was barely begun or almost finished', () => {
  storage();
  for (const atS of [4, 3590, 3600]) {
    rememberPosition('a', { atS: 754, durationS: 3600 });
    rememberPosition('a', { atS, durationS: 3600 });
    expect(rememberedPosition('a')).toBe(0);
  }
});

test('remembers the 50 most recent positions', () => {
  const device = storage();
  for (let number = 0; number < POSITIONS_KEPT + 10; number += 1) {
    rememberPosition(`episode-${number}`, { atS: 100, durationS: 3600 });
  }
  expect(rememberedPosition('episode-9')).toBe(0);
  expect(rememberedPosition('episode-10')).toBe(100);
  expect(JSON.parse(device.getItem() ?? '')).toHaveLength(POSITIONS_KEPT);
});

test('tolerates any stored data, and a browser that refuses storage', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (kept) => {
      storage(kept);
      expect(rememberedPosition('a')).toBeGreaterThanOrEqual(0);
      rememberPosition('a', { atS: 100, durationS: 3600 });
      expect(rememberedPosition('a')).toBe(100);
    }),
  );
  const refuse = () => {
    throw new DOMException('no');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  rememberPosition('a', { atS: 100, durationS: 3600 });
  expect(rememberedPosition('a')).toBe(0);
});
