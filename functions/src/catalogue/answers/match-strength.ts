import { MATCH_GROUNDS, type MatchGround } from '../../contract/index.ts';
import { splitSentences } from '../../feeds/read/split-sentences.ts';
import { fieldOf, type SearchedTexts, type WrittenText } from '../../query/fields.ts';
import { EXCERPT_LENGTH } from '../../query/excerpt.ts';
import { type MakeFinder, type Match, phraseFinder } from '../../query/phrase-finder.ts';
import { isAnywhere, type Term, termPhrase } from '../../query/query-plan.ts';
import { pieceAt } from '../../feeds/transcripts/spoken-matches.ts';
import { personOf } from '../schema/persons-text.ts';

export interface MatchPlaces {
  /** True if a guest's name matches, or a name that the title announces as a guest. */
  guest: boolean;
  title: boolean;
  chapter: boolean;
  /** True if the notes begin with prose that has a match near its start. */
  introduction: boolean;
  sentences: number;
  minutes: number;
  /** True if the name of the show, its publisher, a host or other staff matches. */
  name: boolean;
}

/** Min sentences and min minutes with a match; below both, the match is a mention in passing. */
const SEVERAL_SENTENCES = 2;
const SEVERAL_MINUTES = 3;

export function groundOf(found: MatchPlaces): MatchGround | null {
  if (found.guest) return 'guest';
  if (found.title) return 'title';
  if (found.chapter) return 'chapter';
  if (found.introduction) return 'introduction';
  if (found.sentences >= SEVERAL_SENTENCES) return 'often';
  if (isOftenSaid(found.minutes)) return 'said_often';
  if (found.sentences > 0) return 'once';
  if (found.minutes > 0) return 'said';
  return found.name ? 'name' : null;
}

export function isOftenSaid(minutes: number): boolean {
  return minutes >= SEVERAL_MINUTES;
}

type WrittenTexts = Pick<SearchedTexts, WrittenText>;

/** @param minutesOf Counts the minutes of the transcript with a match. Called only if the other texts do not decide. */
export type FindGround = (texts: WrittenTexts, minutesOf?: () => number) => MatchGround | null;

/** Reads long texts only if the short texts do not decide. Texts must be in NFC. */
export function groundFinder(wanted: readonly Term[], make: MakeFinder = phraseFinder): FindGround {
  const finderIn = (text: WrittenText) =>
    make(
      wanted
        .filter((term) => isAnywhere(term) || fieldOf(term.field).text === text)
        .map(termPhrase),
    );
  const inTitle = finderIn('title');
  const inShow = finderIn('podcast');
  const inText = finderIn('description');
  const isIn = (text: string) => inText(text, 0).length > 0;

  return (texts, minutesOf = () => 0) => {
    const { title, podcast, publisher, description, persons = '', chapters = '' } = texts;
    const ofTitle = inTitle(title);
    const people = isIn(persons) ? persons.split('\n').filter(isIn) : [];
    const found: MatchPlaces = {
      guest:
        people.some((line) => personOf(line).role === 'guest') ||
        ofTitle.some((match) => isAnnounced(title, match)),
      title: ofTitle.length > 0,
      chapter: isIn(chapters),
      introduction: false,
      sentences: 0,
      minutes: 0,
      name: people.length > 0 || inShow(podcast, 0).length > 0 || isIn(publisher),
    };
    if (isAbout(groundOf(found))) return groundOf(found);
    // The excerpt's part of the notes usually decides, and a shared finder (`sharedFinders`) has already read that
    // part.
    for (const reach of [EXCERPT_LENGTH, Infinity]) {
      const inNotes = inText(description, reach);
      found.introduction = isIntroduced(description, inNotes);
      found.sentences = countSentences(description, inNotes);
      if (isAbout(groundOf(found))) return groundOf(found);
    }
    found.minutes = minutesOf();
    return groundOf(found);
  };
}

/** True for the highest strength, which no further text can raise. */
export function isAbout(ground: MatchGround | null): boolean {
  return ground !== null && MATCH_GROUNDS[ground].strength === 'about';
}

/** Words before a guest's name in a title, in the languages with the most podcasts. */
const WITH =
  /(?:^|[^\p{L}\p{N}])(?:with|w\/|feat\.?|ft\.?|featuring|mit|avec|con|com|met|med|cu|z|ze|s|с|со|з)\s+$/iu;
const LONGEST_WITH = ' featuring '.length;
/** At least two capitalized words. */
const FULL_NAME = /^\p{Lu}\S*(?:\s+\p{Lu}\S*)+$/u;
/** A guest's name is followed by the end of the title, or by a symbol such as a comma or "&". */
const NAME_ENDS = /^\s*(?:$|[^\p{L}\p{N}\s'’])/u;

function isAnnounced(title: string, { start, end }: Match): boolean {
  return (
    FULL_NAME.test(title.slice(start, end)) &&
    WITH.test(title.slice(Math.max(0, start - LONGEST_WITH), start)) &&
    NAME_ENDS.test(title.slice(end))
  );
}

/** A match that starts before this offset is in the introduction, UTF-16 code units. */
const INTRODUCTION = 80;
/** Min length of a line of prose, UTF-16 code units; shorter lines are list items. */
const PROSE = 60;

function isIntroduced(notes: string, [first]: readonly Match[]): boolean {
  if (first === undefined || first.start >= INTRODUCTION) return false;
  const lineStart = notes.lastIndexOf('\n', first.start) + 1;
  const lineEnd = notes.indexOf('\n', first.start);
  return (lineEnd === -1 ? notes.length : lineEnd) - lineStart >= PROSE;
}

function countSentences(notes: string, matches: readonly Match[]): number {
  if (matches.length < 2) return matches.length;
  const starts = splitSentences(notes).map(({ start }) => start);
  return new Set(matches.map(({ start }) => pieceAt(starts, start))).size;
}
