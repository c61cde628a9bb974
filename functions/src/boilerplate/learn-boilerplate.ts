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

/** Episodes that are looked at, the newest, and how much of their text, UTF-16 code units. */
const MOST_EPISODES = 300;
const MOST_TEXT = 1_000_000;

/** From `start` up to `end`, UTF-16 code units. */
export interface TextRange {
  start: number;
  end: number;
}

/** Tells of notes which parts are boilerplate, in order. */
export type FindBoilerplate = (notes: string) => TextRange[];

/** Episodes that say it, where words, links or place say so as well. */
const SEVERAL = 3;
/** In a feed of so few episodes, two will do. */
const FEW_EPISODES = 4;
/** A guest of several parts, and news that go on, are over by then. */
const FEWEST_DAYS = 6;
/** For what nothing speaks but that it is repeated. */
const OFTEN = { count: 5, days: 21, density: 0.5, words: 3 };
/** For names as well: those of guests and casts change. */
const ALWAYS_SHARE = 0.8;
/** Of links, those that most episodes have; friends of a show are named now and then. */
const LINKED_DENSITY = 0.5;
const FAMILIAR = 0.8;
/** Credits that are found once stand behind this part of the notes, and are several. */
const CREDITS_FROM = 0.5;
const FEWEST_CREDITS = 2;

interface Sentence extends Piece {
  text: string;
  words: string[];
  isBoilerplate: boolean;
}

/**
 * Learns what a feed says again and again beside its topics: adverts, credits, appeals, links, notices.
 * Of many episodes the newest are looked at, so that time and memory are bounded; linear in their text.
 */
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

/** Credits that end the notes, found once or not: a single one may be a sentence about something else. */
function markCredits(sentences: Sentence[], from: number): void {
  const credits = sentences.filter(({ text, start }) => start >= from && isCredit(text));
  if (credits.length >= FEWEST_CREDITS) for (const credit of credits) credit.isBoilerplate = true;
}

/** What follows the words with which an advert begins, as far as it goes on about the same. */
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

/** What stands in a list of sponsors or of places to follow the show. */
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

/** Neighbours joined. */
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
