import { joinEnds, wholeItemsIn } from './feed-ends.ts';

export interface SizeLimits {
  /** A longer feed is cut to whole items of its beginning and end; any other longer body is refused. */
  maxBytes: number;
  /** A longer feed is refused. */
  maxTotalBytes: number;
  /** Reads only the beginning of a feed longer than `maxBytes`. */
  onlyBeginning?: boolean;
  /** When a feed longer than `maxBytes` is cut to its beginning, in epoch milliseconds. */
  stopAtMs?: number;
}

export interface CollectedBody {
  bytes: Buffer;
  /** True if a feed was cut because of its size. */
  isCut?: true;
}

/** The end of a feed has the newest episodes if the oldest come first. */
const END_SHARE = 1 / 4;

/** Null if the body is too large. Rejects if the body ends early. Stores at most `maxBytes` at a time. */
export async function collectBody(
  body: AsyncIterable<unknown>,
  limits: SizeLimits,
): Promise<CollectedBody | null> {
  const { maxBytes, maxTotalBytes, onlyBeginning = false, stopAtMs = Infinity } = limits;
  let chunks: Uint8Array[] = [];
  let total = 0;
  let ends: ReturnType<typeof collectEnds> | null = null;
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) continue;
    total += chunk.length;
    if (total > maxTotalBytes) return null;
    if (ends !== null) ends.add(chunk);
    else chunks.push(chunk);
    if (total <= maxBytes) continue;
    if (ends === null) {
      ends = collectEnds(Buffer.concat(chunks), maxBytes);
      if (ends === null) return null;
      chunks = [];
    }
    if (onlyBeginning || Date.now() >= stopAtMs) return { bytes: ends.beginning(), isCut: true };
  }
  if (ends === null) return { bytes: Buffer.concat(chunks, total) };
  return { bytes: ends.joined(), isCut: true };
}

/** Null if the bytes do not begin with a feed that has a whole item. */
function collectEnds(bytes: Buffer, maxBytes: number) {
  const endBytes = Math.floor(maxBytes * END_SHARE);
  const head = Buffer.from(bytes.subarray(0, maxBytes - endBytes));
  const items = wholeItemsIn(head.toString('latin1'), 1 - END_SHARE);
  if (items === null) return null;
  const tail = createTail(endBytes);
  tail.add(bytes.subarray(head.length));
  return {
    add: (chunk: Uint8Array) => tail.add(chunk),
    beginning: () => joinEnds(head, null, items, END_SHARE),
    joined: () => joinEnds(head, tail.read(), items, END_SHARE),
  };
}

/** Keeps the last `size` bytes. */
function createTail(size: number) {
  const ring = Buffer.alloc(size);
  let at = 0;
  let isFull = false;
  return {
    add(bytes: Uint8Array): void {
      const kept = bytes.subarray(Math.max(0, bytes.length - size));
      const first = kept.subarray(0, size - at);
      ring.set(first, at);
      ring.set(kept.subarray(first.length), 0);
      isFull ||= at + kept.length >= size;
      at = (at + kept.length) % size;
    },
    read: () =>
      isFull ? Buffer.concat([ring.subarray(at), ring.subarray(0, at)]) : ring.subarray(0, at),
  };
}
