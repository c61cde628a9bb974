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
/** Days from the first to the last occurrence; two-part interviews and running news span fewer. */
const FEWEST_DAYS = 6;
/** From this density on, a repeated sentence needs no company. */
const DENSE = 0.5;
/** From this density on, a repeated sentence may stand alone at the beginning or the end. */
const EDGE_DENSITY = 0.25;
const OFTEN = { count: 5, days: 21, words: 3 };
/** From this share of all episodes on, names count too: hosts recur, guests change. */
const ALWAYS_SHARE = 0.8;
const NAME_SHARE = 0.3;
/** Near-equal sentences must have this many words beside their links. */
const FEWEST_WORDS = 5;

/** A sentence, with the one before and the one after it. */
interface Placed {
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

function isBoilerplate(sentence: Placed, index: RepetitionIndex): boolean {
  const { text } = sentence;
  if (isTimed(text)) return false;
  const found = index.of(text);
  const isName = isNameLike(text);
  if (isOften(found) && found.share >= ALWAYS_SHARE) return true;
  if (!isName) {
    const words = wordsBesideLinks(text);
    if (words >= OFTEN.words && isDense(found)) return true;
    if (words >= FEWEST_WORDS && isDense(index.ofNearEqual(text))) return true;
  }
  if (!isRepeated(found, index)) return false;
  if (isName && (found.density < DENSE || found.share < NAME_SHARE)) return false;
  return (found.density >= DENSE && hasLink(text)) || hasCompany(sentence, found, index);
}

function isOften({ count, days }: Repetition): boolean {
  return count >= OFTEN.count && days >= OFTEN.days;
}

function isDense(found: Repetition): boolean {
  return isOften(found) && found.density >= DENSE;
}

function isRepeated({ count, share, days }: Repetition, { episodes }: RepetitionIndex): boolean {
  if (count >= SEVERAL) return days >= FEWEST_DAYS;
  return episodes <= FEW_EPISODES && count >= 2 && share > 0.5;
}

/** True if the sentence keeps its neighbour, or its place at the beginning or the end. */
function hasCompany(
  { text, before, after }: Placed,
  found: Repetition,
  index: RepetitionIndex,
): boolean {
  const isEdge = before === undefined || after === undefined;
  if (isEdge && isOften(found) && found.density >= EDGE_DENSITY) return true;
  const fewest = Math.min(SEVERAL, index.episodes);
  return (
    (before !== undefined && index.together(before, text) >= fewest) ||
    (after !== undefined && index.together(text, after) >= fewest)
  );
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
