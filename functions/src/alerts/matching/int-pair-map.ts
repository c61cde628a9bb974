/** A growing table from pairs of whole numbers to whole numbers, all from 0 to 2^31 − 1. */
export interface IntPairMap {
  /** What was set for the pair, or -1. */
  get(left: number, right: number): number;
  /** Sets what was not set before. */
  add(left: number, right: number, value: number): void;
}

/** Left, right, value. */
const SLOT = 3;

/**
 * An empty table. All of it lies in one array with linear probing: looking up a pair touches one
 * place in memory, where a map of maps touches half a dozen, and there are no objects to collect.
 */
export function createIntPairMap(): IntPairMap {
  let mask = 1023;
  let slots = new Int32Array((mask + 1) * SLOT).fill(-1);
  let size = 0;

  /** Where the pair stands, or the free place it would take. */
  function placeOf(left: number, right: number): number {
    const mixed = Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca6b);
    let slot = (mixed ^ (mixed >>> 15)) & mask;
    for (;;) {
      const at = slot * SLOT;
      if (slots[at] === -1 || (slots[at] === left && slots[at + 1] === right)) return at;
      slot = (slot + 1) & mask;
    }
  }

  function put(left: number, right: number, value: number): void {
    slots.set([left, right, value], placeOf(left, right));
  }

  function grow(): void {
    const before = slots;
    mask = mask * 2 + 1;
    slots = new Int32Array((mask + 1) * SLOT).fill(-1);
    for (let at = 0; at < before.length; at += SLOT) {
      const [left = -1, right = -1, value = -1] = before.subarray(at, at + SLOT);
      if (left !== -1) put(left, right, value);
    }
  }

  return {
    get: (left, right) => slots[placeOf(left, right) + 2] ?? -1,
    add(left, right, value) {
      size += 1;
      if (size * 2 > mask) grow();
      put(left, right, value);
    },
  };
}
