import { MINUTE_MS } from '../../contract/index.ts';

/** Length of a span, the resolution of the counts in time. */
const SPAN_MS = 15 * MINUTE_MS;

/**
 * Numbers of matches by the span in which they became news, sorted by span. An entry takes only four bytes,
 * because a query that matches often has one for each span: they hold the number of the span since 1970 and,
 * in the low bits, the count. A count too large for one entry is split into several of the same span.
 */
export type CountedMatches = Uint32Array;

/** The other 22 bits hold the span, up to the year 2089. */
const COUNT_BITS = 10;
const MOST_IN_ENTRY = 2 ** COUNT_BITS - 1;
const LAST_SPAN = 2 ** (32 - COUNT_BITS) - 1;

export const NONE_COUNTED: CountedMatches = new Uint32Array();

/** Number, since 1970, of the span that contains a time (epoch milliseconds). */
export function spanOf(atMs: number): number {
  return Math.min(Math.max(Math.floor(atMs / SPAN_MS), 0), LAST_SPAN);
}

/** Adds numbers of matches by their span. */
export function withCounted(
  before: CountedMatches,
  more: ReadonlyMap<number, number>,
): CountedMatches {
  if (more.size === 0) return before;
  let first = LAST_SPAN;
  for (const span of more.keys()) first = Math.min(first, span);
  const same = firstIndexFrom(before, first);
  const numbers = new Map(more);
  for (const entry of before.subarray(same)) {
    const span = spanIn(entry);
    numbers.set(span, (numbers.get(span) ?? 0) + countIn(entry));
  }
  const entries: number[] = [];
  for (const [span, number] of [...numbers].sort(([a], [b]) => a - b)) {
    for (let left = number; left > 0; left -= MOST_IN_ENTRY) {
      entries.push(span * 2 ** COUNT_BITS + Math.min(left, MOST_IN_ENTRY));
    }
  }
  const counted = new Uint32Array(same + entries.length);
  counted.set(before.subarray(0, same));
  counted.set(entries, same);
  return counted;
}

/** Number of matches that became news after this time; accurate to a quarter of an hour. */
export function countAfter(counted: CountedMatches, atMs: number): number {
  let count = 0;
  for (let index = counted.length - 1; index >= 0; index -= 1) {
    const entry = counted[index] ?? 0;
    if (spanIn(entry) * SPAN_MS <= atMs) break;
    count += countIn(entry);
  }
  return count;
}

/** The counts without spans that ended before this time, epoch milliseconds. */
export function countedSince(counted: CountedMatches, atMs: number): CountedMatches {
  const [oldest] = counted;
  const isPast = (entry: number) => (spanIn(entry) + 1) * SPAN_MS <= atMs;
  if (oldest === undefined || !isPast(oldest)) return counted;
  return counted.filter((entry) => !isPast(entry));
}

export function packCounted(counted: CountedMatches): string {
  const { buffer, byteOffset, byteLength } = counted;
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

/** Throws if bytes are missing. */
export function unpackCounted(packed: string): CountedMatches {
  if (packed === '') return NONE_COUNTED;
  return new Uint32Array(Uint8Array.from(Buffer.from(packed, 'base64')).buffer);
}

/** Index of the first entry of this span or a later one. */
function firstIndexFrom(counted: CountedMatches, span: number): number {
  let index = counted.length;
  while (index > 0 && spanIn(counted[index - 1] ?? 0) >= span) index -= 1;
  return index;
}

function spanIn(entry: number): number {
  return entry >>> COUNT_BITS;
}

function countIn(entry: number): number {
  return entry & MOST_IN_ENTRY;
}
