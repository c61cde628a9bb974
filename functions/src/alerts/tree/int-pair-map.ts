/** Hash table from a pair of integers to an integer. Keys and values: 0 to 2^31 − 1. */
export interface IntPairMap {
  /** -1 if absent. */
  get(left: number, right: number): number;
  /** The pair must be absent. */
  add(left: number, right: number, value: number): void;
}

/** Array elements per entry: left, right, value. */
const SLOT = 3;

/** Open addressing in one Int32Array: a lookup touches one place in memory, a Map of Maps about six. */
export function createIntPairMap(): IntPairMap {
  let mask = 1023;
  let slots = new Int32Array((mask + 1) * SLOT).fill(-1);
  let size = 0;

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
