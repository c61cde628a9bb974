import {
  indexRepetition,
  type PublishedNotes,
  type Repetition,
  type RepetitionIndex,
} from './repetition.ts';
import { hasLink, isNameLike, isTimed, wordsBesideLinks } from './sentence-shape.ts';
import { splitSentences } from './split-sentences.ts';

/** Only the newest episodes are read, until their notes exceed this length (UTF-16 code units). */
const MOST_EPISODES = 300;
const MOST_TEXT = 1_000_000;

export interface TextRange {
  start: number;
  end: number;
}

export type FindBoilerplate = (notes: string) => TextRange[];

/** A sentence must occur in this many episodes. */
const SEVERAL = 3;
/** In a feed with at most this many episodes, two occurrences suffice. */
const FEW_EPISODES = 4;
/** Days from the first to the last occurrence; two-part interviews span fewer. */
const FEWEST_DAYS = 6;
/** Episodes and days from which on a repeated sentence needs no company. News are carried over for fewer. */
const OFTEN = 5;
const LASTING_DAYS = 42;
const DENSE = 0.5;
/** From this share of all episodes on, fewer days suffice, and names count too: hosts recur, guests change. */
const ALWAYS_SHARE = 0.9;
const ALWAYS_DAYS = 21;
/** Near-equal sentences must have this many words beside their links. */
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

/** True if the sentence keeps a neighbour and one of them has a link, as adverts and credits do. */
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
