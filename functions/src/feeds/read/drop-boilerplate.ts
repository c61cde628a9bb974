import type { FeedItem } from '../feed-model.ts';
import { findPointers, mergeRanges, type TextRange } from './find-pointers.ts';
import { splitSentences } from './split-sentences.ts';

/** The newest episodes of a feed whose sentences are counted, and the fewest that say anything. */
const [MOST_COUNTED, FEWEST_COUNTED] = [12, 6];
/** A sentence in this share of the counted episodes is boilerplate. */
const SHARE = 0.5;

/**
 * Drops from the notes what is not about an episode: sentences that half of the newest episodes have word for
 * word (sponsors, credits, appeals), addresses, accounts, and lists of places to listen.
 */
export function dropBoilerplate(items: readonly FeedItem[]): FeedItem[] {
  const isBoilerplate = learnBoilerplate(items);
  return items.map((item) => {
    const { description } = item;
    const ranges = [...sentencesOf(description, isBoilerplate), ...findPointers(description)];
    return ranges.length === 0
      ? item
      : { ...item, description: withoutRanges(description, mergeRanges(ranges)) };
  });
}

function learnBoilerplate(items: readonly FeedItem[]): (sentence: string) => boolean {
  const timeOf = ({ publishedAtMs }: FeedItem) => publishedAtMs ?? -Infinity;
  const newest = items
    .toSorted((left, right) => timeOf(right) - timeOf(left) || 0)
    .slice(0, MOST_COUNTED);
  const counts = new Map<string, number>();
  if (newest.length < FEWEST_COUNTED) return () => false;
  for (const { description } of newest) {
    const sentences = splitSentences(description).map(({ start, end }) =>
      description.slice(start, end),
    );
    for (const each of new Set(sentences)) counts.set(each, (counts.get(each) ?? 0) + 1);
  }
  return (sentence) => (counts.get(sentence) ?? 0) >= newest.length * SHARE;
}

/** Sentences of one line that follow each other are one range. */
function sentencesOf(notes: string, isWanted: (sentence: string) => boolean): TextRange[] {
  const ranges: TextRange[] = [];
  let isJoined = false;
  for (const { start, end } of splitSentences(notes)) {
    const last = ranges.at(-1);
    const isHere = isWanted(notes.slice(start, end));
    if (isHere && isJoined && last !== undefined) last.end = end;
    else if (isHere) ranges.push({ start, end });
    isJoined = isHere;
  }
  return ranges;
}

/** White space before a range goes with it; before the first text that stays, that behind it does, too. */
function withoutRanges(text: string, ranges: readonly TextRange[]): string {
  let left = '';
  let at = 0;
  for (const { start, end } of ranges) {
    left += text.slice(at, start).trimEnd();
    at = end;
  }
  return (left + text.slice(at)).trim();
}
