import { MATCH_GROUNDS, type MatchGround } from '../../contract/index.ts';
import { fieldOf, type SearchedTexts, type WrittenText } from '../../query/fields.ts';
import { isAnnounced } from '../../feeds/read/announced-guests.ts';
import { EXCERPT_LENGTH } from '../../query/excerpt.ts';
import { type MakeFinder, type Match, phraseFinder } from '../../query/phrase-finder.ts';
import { isAnywhere, type Term, termPhrase } from '../../query/query-plan.ts';
import { areNames, isNamedAt } from '../../query/typed-names.ts';
import { personOf } from '../schema/persons-text.ts';
import { hasOwnMention, type NotesFound, readNotes } from './notes-mentions.ts';
import { speakerFinder } from './speaker-matches.ts';

export interface MatchPlaces extends NotesFound {
  /** True if a guest's name matches, or a name that the title announces as a guest. */
  guest: boolean;
  title: boolean;
  chapter: boolean;
  /** True if a written text other than a name has a match. */
  once: boolean;
  said: SaidMinutes;
  /** True if the name of the show, its publisher, a host or other staff matches. */
  name: boolean;
}

/** Minutes of the transcript with a match, and all its minutes. */
export interface SaidMinutes {
  minutes: number;
  of: number;
}

export const NOT_SAID: SaidMinutes = { minutes: 0, of: 0 };

/** Min minutes with a match, and their min share of the transcript; below either, it is said in passing. */
const SEVERAL_MINUTES = 3;
const SHARE_OF_MINUTES = 0.1;

export function groundOf(found: MatchPlaces): MatchGround | null {
  if (found.guest) return 'guest';
  if (found.title) return 'title';
  if (found.chapter) return 'chapter';
  if (found.introduction) return 'introduction';
  if (found.often) return 'often';
  if (isOftenSaid(found.said)) return 'said_often';
  if (found.once) return 'once';
  if (found.said.minutes > 0) return 'said';
  return found.name ? 'name' : null;
}

export function isOftenSaid({ minutes, of }: SaidMinutes): boolean {
  return minutes >= SEVERAL_MINUTES && minutes >= of * SHARE_OF_MINUTES;
}

type WrittenTexts = Pick<SearchedTexts, WrittenText | 'language' | 'speakers'>;

/** @param minutesOf Counts the minutes of the transcript with a match. Called only if the other texts do not decide. */
export type FindGround = (texts: WrittenTexts, minutesOf?: () => SaidMinutes) => MatchGround | null;

/**
 * Reads long texts only if the short texts do not decide. Texts must be in NFC.
 * @param ofNames True if the query was typed as names are. Terms of a normal form do not tell.
 */
export function groundFinder(
  wanted: readonly Term[],
  make: MakeFinder = phraseFinder,
  ofNames = areNames(wanted),
): FindGround {
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
  const speakersIn = speakerFinder(wanted);

  return (texts, minutesOf = () => NOT_SAID) => {
    const { title, podcast, publisher, description, persons = '', chapters = '' } = texts;
    // In German, every noun has a capital, and adjectives of names may have none.
    const isNamed = ofNames && !isGerman(texts);
    const counted = (text: string, matches: readonly Match[]) =>
      isNamed ? matches.filter((match) => isNamedAt(text, match)) : matches;
    const anyInTitle = inTitle(title);
    const ofTitle = counted(title, anyInTitle);
    const anyInChapters = inText(chapters);
    const speakers = speakersIn(texts);
    const people = isIn(persons) ? persons.split('\n').filter(isIn) : [];
    const found: MatchPlaces = {
      guest:
        people.some((line) => personOf(line).role === 'guest') ||
        speakers.some(({ field }) => field === 'guest') ||
        ofTitle.some((match) => isAnnounced(title, match)),
      title: ofTitle.length > 0,
      chapter: hasOwnMention(chapters, counted(chapters, anyInChapters)),
      introduction: false,
      often: false,
      once: anyInTitle.length + anyInChapters.length > 0,
      said: NOT_SAID,
      name:
        people.length > 0 ||
        inShow(podcast, 0).length > 0 ||
        isIn(publisher) ||
        speakers.some(({ field }) => field === 'by'),
    };
    if (isAbout(groundOf(found))) return groundOf(found);
    // The excerpt's part of the notes usually decides, and a shared finder (`sharedFinders`) has already read that
    // part.
    for (const reach of [EXCERPT_LENGTH, Infinity]) {
      const inNotes = inText(description, reach);
      found.once ||= inNotes.length > 0;
      Object.assign(found, readNotes(description, counted(description, inNotes)));
      if (isAbout(groundOf(found))) return groundOf(found);
    }
    found.said = minutesOf();
    return groundOf(found);
  };
}

function isGerman({ language }: WrittenTexts): boolean {
  return typeof language === 'string' && /^de\b/i.test(language);
}

/** True for the highest strength, which no further text can raise. */
export function isAbout(ground: MatchGround | null): boolean {
  return ground !== null && MATCH_GROUNDS[ground].strength === 'about';
}
