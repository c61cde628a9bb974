/** Approximate bytes per entry besides key and value: a string, a Map entry, an object. */
const OVERHEAD_BYTES = 200;

export interface SizedCache<Value> {
  get(key: string): Value | undefined;
  /** Does not store a value larger than the whole cache. */
  set(key: string, value: Value): void;
  delete(key: string): void;
  bytes(): number;
}

/**
 * An LRU cache limited by size, for entries whose size outsiders control.
 * @param sizeOf Approximate bytes of a value; called once, when the value is set.
 */
export function createSizedCache<Value>(
  maxBytes: number,
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
      if (size > maxBytes) return;
      entries.set(key, { value, size });
      bytes += size;
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes) break;
        remove(oldest);
      }
    },
    delete: remove,
    bytes: () => bytes,
  };
}

/** Upper bound of the text's size in memory: V8 uses two bytes per code unit if any is beyond Latin-1. */
export function textBytes(text: string): number {
  return 2 * text.length;
}
