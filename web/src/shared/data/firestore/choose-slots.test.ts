import { MAX_ALERTS, slotIds } from 'functions/contract';
import { expect, test } from 'vitest';
import { freeSlots, nextFreeSlot } from './choose-slots.ts';
import { LimitReached } from '#shared/data/member/member-data.ts';

const slots = slotIds(5);

test('chooses distinct slots that are free', () => {
  const taken = new Set(['001', '003']);
  for (const random of [() => 0, () => 0.5, () => 0.999]) {
    expect(freeSlots(slots, taken, 3, random).sort()).toEqual(['000', '002', '004']);
  }
  expect(freeSlots(slots, taken, 1, () => 0.999)).toEqual(['004']);
});

test('chooses any free slot at random', () => {
  const first = new Set(
    Array.from({ length: MAX_ALERTS }, (_, turn) =>
      freeSlots(slotIds(MAX_ALERTS), new Set(), 1, () => (turn + 0.5) / MAX_ALERTS).join(''),
    ),
  );
  expect(first.size).toBe(MAX_ALERTS);
});

test('throws LimitReached if fewer slots are free than wanted', () => {
  expect(freeSlots(slots, new Set(['000', 'of before']), 4)).toHaveLength(4);
  expect(() => freeSlots(slots, new Set(['000']), 5)).toThrow(LimitReached);
});

test('searches for the next free slot from an index, wrapping around', () => {
  expect(nextFreeSlot(slots, new Set(), 2)).toBe('002');
  expect(nextFreeSlot(slots, new Set(['002', '003']), 2)).toBe('004');
  expect(nextFreeSlot(slots, new Set(['002', '003', '004']), 2)).toBe('000');
  expect(() => nextFreeSlot(slots, new Set(slots), 2)).toThrow(LimitReached);
});
