import {
  beginsAdvert,
  hasHint,
  hasLink,
  isAppealHeading,
  isCredit,
  isLabelled,
  isNameLike,
  isPlatform,
  isSponsorHeading,
  isTimed,
  isTopical,
  isUnmistakable,
  soundsLikeAdvert,
  sponsorOf,
} from './patterns.ts';
import {
  indexRepetition,
  type PublishedNotes,
  type Repetition,
  type RepetitionIndex,
  wordsOf,
} from './repetition.ts';
import { type Piece, splitSentences } from './split-sentences.ts';

/** Only the newest episodes are read, until their notes exceed this length (UTF-16 code units). */
const MOST_EPISODES = 300;
const MOST_TEXT = 1_000_000;

export interface TextRange {
  start: number;
  end: number;
}

export type FindBoilerplate = (notes: string) => TextRange[];

/** A sentence with a hint word or a link must occur in this many episodes. */
const SEVERAL = 3;
/** In a feed with at most this many episodes, two occurrences suffice. */
const FEW_EPISODES = 4;
/** Days from the first to the last occurrence; two-part interviews and running news span fewer. */
const FEWEST_DAYS = 6;
/** Thresholds for sentences without a hint word. */
const OFTEN = { count: 5, days: 21, density: 0.5, words: 3 };
/** From this share of all episodes on, names count too: hosts recur, guests change. */
const ALWAYS_SHARE = 0.8;
/** From this density on, a repeated link is boilerplate; links to related shows are rarer. */
const LINKED_DENSITY = 0.5;
const FAMILIAR = 0.8;
/** Credits that are not repeated must stand after this fraction of the notes. */
const CREDITS_FROM = 0.5;
const FEWEST_CREDITS = 2;

interface Sentence extends Piece {
  text: string;
  words: string[];
  isBoilerplate: boolean;
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
  const repetition = indexRepetition(
    looked.map(({ text, publishedAtMs }) => ({
      sentences: splitSentences(text).map(({ start, end }) => wordsOf(text.slice(start, end))),
      publishedAtMs,
    })),
  );
  return (text) => rangesOf(mark(text, repetition));
}

function mark(text: string, repetition: RepetitionIndex): Sentence[] {
  const sentences = splitSentences(text).map((piece): Sentence => {
    const sentence = text.slice(piece.start, piece.end);
    return { ...piece, text: sentence, words: wordsOf(sentence), isBoilerplate: false };
  });
  for (const sentence of sentences) {
    sentence.isBoilerplate = isBoilerplate(sentence, repetition);
  }
  markCredits(sentences, text.length * CREDITS_FROM);
  markAdverts(sentences);
  markLists(sentences);
  return sentences;
}

function isBoilerplate({ text, words }: Sentence, index: RepetitionIndex): boolean {
  if (isTimed(text)) return false;
  if (isUnmistakable(text)) return true;
  const found = index.of(words);
  if (isAlways(found, words, text)) return true;
  const isKnown = isRepeated(found, index) || index.familiarity(words) >= FAMILIAR;
  if (isKnown && hasHint(text)) return true;
  return isRepeated(found, index) && hasLink(text) && found.density >= LINKED_DENSITY;
}

function isRepeated({ count, share, days }: Repetition, { episodes }: RepetitionIndex): boolean {
  if (count >= SEVERAL) return days >= FEWEST_DAYS;
  return episodes <= FEW_EPISODES && count >= 2 && share > 0.5;
}

function isAlways(
  { count, density, share, days }: Repetition,
  words: readonly string[],
  text: string,
): boolean {
  if (count < OFTEN.count || days < OFTEN.days) return false;
  if (share >= ALWAYS_SHARE) return true;
  return density >= OFTEN.density && words.length >= OFTEN.words && !isNameLike(text);
}

/** Marks credits from offset `from` on. A single one may be an ordinary sentence, so it stays. */
function markCredits(sentences: Sentence[], from: number): void {
  const credits = sentences.filter(({ text, start }) => start >= from && isCredit(text));
  if (credits.length >= FEWEST_CREDITS) for (const credit of credits) credit.isBoilerplate = true;
}

/** Marks an advert, from its opening to the last sentence with its sponsor, an offer or a link. */
function markAdverts(sentences: Sentence[]): void {
  let sponsor: string | null = null;
  for (const line of linesOf(sentences)) {
    const begin = line.findIndex(({ text }) => beginsAdvert(text));
    const goesOn = sponsor !== null && line.some(({ text }) => isUnmistakable(text));
    if (begin < 0 && !goesOn) {
      sponsor = null;
      continue;
    }
    const name: string = begin < 0 ? (sponsor ?? '') : sponsorOf(line[begin]?.text ?? '');
    sponsor = name;
    const advert = line.slice(Math.max(0, begin));
    const topic = advert.findIndex(({ text }) => isTopical(text));
    const until = advert.slice(0, topic < 0 ? advert.length : topic);
    const last = until.map(({ text }) => isOfAdvert(text, name)).lastIndexOf(true);
    for (const sentence of until.slice(0, last + 1)) sentence.isBoilerplate = true;
  }
}

function isOfAdvert(text: string, sponsor: string): boolean {
  return soundsLikeAdvert(text) || beginsAdvert(text) || (sponsor !== '' && text.includes(sponsor));
}

/** Marks entries of sponsor lists and of lists of platforms to follow the show on. */
function markLists(sentences: Sentence[]): void {
  let list: 'sponsors' | 'platforms' | null = null;
  for (const line of linesOf(sentences)) {
    const text = line.map((sentence) => sentence.text).join(' ');
    const isKnown = line.some((sentence) => sentence.isBoilerplate);
    const isHeading = isSponsorHeading(text);
    const isListed =
      list === 'sponsors' ? isSponsorLine(text) : list === 'platforms' && isPlatform(text);
    if (isHeading || isListed) for (const sentence of line) sentence.isBoilerplate = true;
    if (isHeading) list = 'sponsors';
    else if (!isListed) list = isKnown && isAppealHeading(text) ? 'platforms' : null;
  }
}

function isSponsorLine(text: string): boolean {
  return !isTimed(text) && !isLabelled(text) && !isTopical(text) && soundsLikeAdvert(text);
}

function linesOf(sentences: readonly Sentence[]): Sentence[][] {
  const lines: Sentence[][] = [];
  let last = -1;
  for (const sentence of sentences) {
    if (sentence.line === last) lines.at(-1)?.push(sentence);
    else lines.push([sentence]);
    last = sentence.line;
  }
  return lines;
}

function rangesOf(sentences: readonly Sentence[]): TextRange[] {
  const ranges: TextRange[] = [];
  let isOpen = false;
  for (const { start, end, isBoilerplate } of sentences) {
    const last = ranges.at(-1);
    if (isBoilerplate && isOpen && last !== undefined) last.end = end;
    else if (isBoilerplate) ranges.push({ start, end });
    isOpen = isBoilerplate;
  }
  return ranges;
}
