import { countWords, MAX_KEYWORD_LENGTH, MAX_PHRASE_WORDS } from '../episodes/search-limits.ts';
import { type AskedAlert, asQuestion } from './as-question.ts';
import { type QuestionTerm, readQuestion, usesLanguage } from './read-question.ts';
import { writeQuestion } from './write-question.ts';
import { writeTerm } from './write-term.ts';

/** What an alert asks for, as it is stored. */
export interface ChangedAlert {
  keyword: string;
  language?: 1;
}

/** Why nothing more fits, in words for the person. */
export const NO_ROOM_TO_LEAVE_OUT = `There is no room to leave out more: an alert has at most ${MAX_KEYWORD_LENGTH} characters and ${MAX_PHRASE_WORDS} words. Take something else out of it first.`;

/** So many words of a show's name fit into a keyword; of a longer one its beginning stands for it. */
const MAX_NAME_WORDS = 12;
/** Words behind which a star says that the name goes on. */
const BEGINNING = /^.*[\p{L}\p{N}]{3}(?= )/u;

/**
 * The term of the language that leaves out the show of this name, without its minus and without signs that
 * would divide a question. Null for a name without words, or too long to be named.
 */
export function showTerm(name: string): string | null {
  const words = name
    .replace(/["“”„*,]/g, ' ')
    .trim()
    .split(/\s+/);
  if (countWords(words.join(' ')) === 0) return null;
  if (words.length <= MAX_NAME_WORDS) {
    return writeTerm({ text: words.join(' '), field: 'show', beginning: false, whole: true });
  }
  const [text] = BEGINNING.exec(`${words.slice(0, MAX_NAME_WORDS).join(' ')} `) ?? [];
  return text === undefined ? null : writeTerm({ text, field: 'show', beginning: true });
}

/** What an alert leaves out: terms of the language without their minus, in the order written. */
export function leftOut(alert: AskedAlert): string[] {
  return readQuestion([asQuestion(alert)]).not.map(writeTerm);
}

/** Whether an alert leaves a term out already, whatever its case. */
export function isLeftOut(alert: AskedAlert, term: string): boolean {
  return leftOut(alert).some(isTerm(term));
}

/**
 * The alert with one more term left out. Its meaning is otherwise the same, also if its keyword is older
 * than the language. Returns it unchanged if it leaves the term out already, null if there is no room.
 * @param term A term of the language without its minus, as {@link showTerm} makes it.
 */
export function leaveOut(alert: AskedAlert, term: string): ChangedAlert | null {
  const question = readQuestion([asQuestion(alert)]);
  const [excluded] = readQuestion([`-${term}`]).not;
  if (excluded === undefined || isLeftOut(alert, term)) return unchanged(alert);
  const keyword = writeQuestion({ ...question, not: [...question.not, excluded] });
  const fits = keyword.length <= MAX_KEYWORD_LENGTH && countWords(keyword) <= MAX_PHRASE_WORDS;
  return fits ? changed(keyword) : null;
}

/** The alert without this term among those left out; unchanged if it is not among them. */
export function bringBack(alert: AskedAlert, term: string): ChangedAlert {
  const question = readQuestion([asQuestion(alert)]);
  const is = isTerm(term);
  const not = question.not.filter((each) => !is(writeTerm(each)));
  if (not.length === question.not.length) return unchanged(alert);
  return changed(writeQuestion({ ...question, not }));
}

/**
 * Whether a term can be offered to be left out: it is not left out yet, it fits, and the alert does not
 * ask for it.
 */
export function canLeaveOut(alert: AskedAlert, term: string): boolean {
  const { any, all, shows } = readQuestion([asQuestion(alert)]);
  const { text, field } = termOf(term);
  const isAsked = [...any.flat(), ...all, ...shows].some(
    (each) => each.field === field && each.text.toLowerCase() === text.toLowerCase(),
  );
  return !isAsked && !isLeftOut(alert, term) && leaveOut(alert, term) !== null;
}

/** A term as a person reads it: "Hard Fork (show)", "sponsor". */
export function termName(term: string): string {
  const { text, field, beginning } = termOf(term);
  return `${text}${beginning ? '…' : ''}${PLACES[field]}`;
}

const PLACES = { text: '', show: ' (show)', title: ' (in titles)', spoken: ' (spoken)' };

function termOf(term: string): QuestionTerm {
  const [read] = readQuestion([`-${term}`]).not;
  return read ?? { text: term, field: 'text', beginning: false };
}

function isTerm(term: string): (other: string) => boolean {
  const wanted = writeTerm(termOf(term)).toLowerCase();
  return (other) => other.toLowerCase() === wanted;
}

function unchanged({ keyword, language }: AskedAlert): ChangedAlert {
  return language === 1 ? { keyword, language } : { keyword };
}

function changed(keyword: string): ChangedAlert {
  return usesLanguage(keyword) ? { keyword, language: 1 } : { keyword };
}
