import type { FeedItem } from '../feed-model.ts';
import { findPointers, mergeRanges } from './find-pointers.ts';
import { splitSentences, type TextRange } from './split-sentences.ts';

const [MAX_COUNTED, MIN_COUNTED] = [12, 6];
const SHARE = 0.5;

/**
 * Removes addresses, accounts, lists of places to listen, and boilerplate such as sponsors and credits. A
 * sentence is boilerplate if at least half of the newest episodes have it word for word.
 */
export function dropBoilerplate(items: readonly FeedItem[]): FeedItem[] {
  const isBoilerplate = learnBoilerplate(items);
  return items.map((item) => {
    const { description } = item;
    const sentences = splitSentences(description).filter(({ start, end }) =>
      isBoilerplate(description.slice(start, end)),
    );
    const ranges = [...sentences, ...findPointers(description)];
    return ranges.length === 0
      ? item
      : { ...item, description: withoutRanges(description, mergeRanges(ranges)) };
  });
}

/** Returns the items in which sentences are counted. */
export function newestCounted<T extends Pick<FeedItem, 'publishedAtMs'>>(items: readonly T[]): T[] {
  const timeOf = ({ publishedAtMs }: T) => publishedAtMs ?? -Infinity;
  return items.toSorted((left, right) => timeOf(right) - timeOf(left) || 0).slice(0, MAX_COUNTED);
}

function learnBoilerplate(items: readonly FeedItem[]): (sentence: string) => boolean {
  const newest = newestCounted(items);
  const counts = new Map<string, number>();
  if (newest.length < MIN_COUNTED) return () => false;
  for (const { description } of newest) {
    const sentences = splitSentences(description).map(({ start, end }) =>
      description.slice(start, end),
    );
    for (const each of new Set(sentences)) counts.set(each, (counts.get(each) ?? 0) + 1);
  }
  return (sentence) => (counts.get(sentence) ?? 0) >= newest.length * SHARE;
}

/** Also removes the white space before each range, and trims the result. */
function withoutRanges(text: string, ranges: readonly TextRange[]): string {
  let left = '';
  let at = 0;
  for (const { start, end } of ranges) {
    left += text.slice(at, start).trimEnd();
    at = end;
  }
  return (left + text.slice(at)).trim();
}
