/** A key's text and what a Map and an object take beside it, roughly. */
const OVERHEAD_BYTES = 200;

export interface SizedCache<Value> {
  get(key: string): Value | undefined;
  /** Replaces what the key had. What is larger than all the room is not kept. */
  set(key: string, value: Value): void;
  delete(key: string): void;
  /** About what all entries take. */
  bytes(): number;
}

/**
 * A cache with a limit by size, for entries whose size others choose. What was used longest ago goes first.
 * @param sizeOf Bytes of a value, roughly; asked for once, when it is set.
 */
export function createSizedCache<Value>(
  mostBytes: number,
  sizeOf: (value: Value) => number,
): SizedCache<Value> {
  const entries = new Map<string, { value: Value; size: number }>();
  let bytes = 0;

  function remove(key: string): void {
    bytes -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value) {
      remove(key);
      const size = sizeOf(value) + textBytes(key) + OVERHEAD_BYTES;
      if (size > mostBytes) return;
      entries.set(key, { value, size });
      bytes += size;
      for (const oldest of entries.keys()) {
        if (bytes <= mostBytes) break;
        remove(oldest);
      }
    },
    delete: remove,
    bytes: () => bytes,
  };
}

/** V8 takes two bytes a code unit as soon as one is beyond Latin-1. */
export function textBytes(text: string): number {
  return 2 * text.length;
}
