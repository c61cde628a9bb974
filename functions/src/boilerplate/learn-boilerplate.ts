import {
  indexRepetition,
  type PublishedNotes,
  type Repetition,
  type RepetitionIndex,
} from './repetition.ts';
import { hasLink, isNameLike, isTimed, wordsBesideLinks } from './sentence-shape.ts';
import { splitSentences } from './split-sentences.ts';

/** The newest episodes that are read: at most this many, with this much text together (UTF-16 code units). */
const MOST_EPISODES = 300;
const MOST_TEXT = 1_000_000;

export interface TextRange {
  start: number;
  end: number;
}

export type FindBoilerplate = (notes: string) => TextRange[];

/** Fewest episodes in which boilerplate occurs. */
const SEVERAL = 3;
/** In a feed with at most this many episodes, two occurrences suffice. */
const FEW_EPISODES = 4;
/** Fewest days from the first to the last occurrence of boilerplate: a two-part interview spans fewer. */
const FEWEST_DAYS = 6;
/**
 * A sentence in this many episodes, over this many days and at this density, is boilerplate whatever its
 * neighbours are, unless it may be a name. News is repeated for fewer days.
 */
const OFTEN = 5;
const LASTING_DAYS = 42;
const DENSE = 0.5;
/** A sentence in this share of all episodes needs fewer days and may be a name: hosts recur, guests change. */
const ALWAYS_SHARE = 0.9;
const ALWAYS_DAYS = 21;
/** Near-equal sentences count only if they have this many words outside links. */
const FEWEST_WORDS = 5;

/** A sentence, with the one before and the one after it. */
interface SentenceAmongOthers {
  text: string;
  before: string | undefined;
  after: string | undefined;
}

export function learnBoilerplate(notes: readonly PublishedNotes[]): FindBoilerplate {
  const newestFirst = notes.toSorted(
    (left, right) => (right.publishedAtMs ?? -Infinity) - (left.publishedAtMs ?? -Infinity) || 0,
  );
  let length = 0;
  const looked = newestFirst.slice(0, MOST_EPISODES).filter(({ text }) => {
    length += text.length;
    return length <= MOST_TEXT;
  });
  const index = indexRepetition(
    looked.map(({ text, publishedAtMs }) => ({
      sentences: textsOf(text, splitSentences(text)),
      publishedAtMs,
    })),
  );
  return (text) => {
    const pieces = splitSentences(text);
    const sentences = textsOf(text, pieces);
    const known = sentences.map((sentence, at) =>
      isBoilerplate({ text: sentence, before: sentences[at - 1], after: sentences[at + 1] }, index),
    );
    return rangesOf(pieces, known);
  };
}

function textsOf(notes: string, ranges: readonly TextRange[]): string[] {
  return ranges.map(({ start, end }) => notes.slice(start, end));
}

function isBoilerplate(sentence: SentenceAmongOthers, index: RepetitionIndex): boolean {
  const { text } = sentence;
  if (isTimed(text)) return false;
  const found = index.of(text);
  if (isAlways(found)) return true;
  const isName = isNameLike(text);
  if (!isName && isLasting(found)) return true;
  if (!isName && wordsBesideLinks(text) >= FEWEST_WORDS && isLasting(index.ofNearEqual(text))) {
    return true;
  }
  if (!isRepeated(found, index) || (isName && found.density < DENSE)) return false;
  return (hasLink(text) && found.share >= ALWAYS_SHARE) || hasCompany(sentence, index);
}

function isAlways({ count, days, share }: Repetition): boolean {
  return count >= OFTEN && days >= ALWAYS_DAYS && share >= ALWAYS_SHARE;
}

function isLasting({ count, days, density }: Repetition): boolean {
  return count >= OFTEN && days >= LASTING_DAYS && density >= DENSE;
}

function isRepeated({ count, share, days }: Repetition, { episodes }: RepetitionIndex): boolean {
  if (count >= SEVERAL) return days >= FEWEST_DAYS;
  return episodes <= FEW_EPISODES && count >= 2 && share > 0.5;
}

/**
 * True if the sentence is repeated together with a neighbour, and one of the two has a link (as in adverts
 * and credits) or the sentence spans {@link LASTING_DAYS}.
 */
function hasCompany({ text, before, after }: SentenceAmongOthers, index: RepetitionIndex): boolean {
  const fewest = Math.min(SEVERAL, index.episodes);
  const isKept = (first: string | undefined, second: string | undefined) =>
    first !== undefined &&
    second !== undefined &&
    (hasLink(first) || hasLink(second) || index.of(text).days >= LASTING_DAYS) &&
    index.together(first, second) >= fewest;
  return isKept(before, text) || isKept(text, after);
}

function rangesOf(sentences: readonly TextRange[], known: readonly boolean[]): TextRange[] {
  const ranges: TextRange[] = [];
  for (const [at, { start, end }] of sentences.entries()) {
    const last = ranges.at(-1);
    if (known[at] === true && known[at - 1] === true && last !== undefined) last.end = end;
    else if (known[at] === true) ranges.push({ start, end });
  }
  return ranges;
}
