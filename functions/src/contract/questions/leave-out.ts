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

/** Why nothing more fits, as a person is told. */
export const NO_ROOM_TO_LEAVE_OUT = `There is no room to leave out more: an alert has at most ${MAX_KEYWORD_LENGTH} characters and ${MAX_PHRASE_WORDS} words. Take something else out of it first.`;

/** Words of a show's name that are enough to name it, and that a keyword has room for. */
const MAX_NAME_WORDS = 12;

/**
 * How a show is left out: as a term of the language, without its minus and without what would divide
 * a question. Null for a name without words.
 */
export function showTerm(name: string): string | null {
  const words = name
    .replace(/["“”„*,]/g, ' ')
    .trim()
    .split(/\s+/)
    .slice(0, MAX_NAME_WORDS);
  const text = words.join(' ');
  return countWords(text) === 0 ? null : writeTerm({ text, field: 'show', beginning: false });
}

/** What an alert leaves out, as terms of the language without their minus, in the order written. */
export function leftOut(alert: AskedAlert): string[] {
  return readQuestion([asQuestion(alert)]).not.map(writeTerm);
}

/** Whether an alert leaves a term out. Capitals make no difference. */
export function isLeftOut(alert: AskedAlert, term: string): boolean {
  return leftOut(alert).some(isTerm(term));
}

/**
 * The alert with a term left out, otherwise with the same meaning, also where its keyword is older
 * than the language; as it is where it leaves the term out already. Null where no room is left.
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

/** The alert without leaving a term out; as it is where it does not. */
export function bringBack(alert: AskedAlert, term: string): ChangedAlert {
  const question = readQuestion([asQuestion(alert)]);
  const is = isTerm(term);
  const not = question.not.filter((each) => !is(writeTerm(each)));
  if (not.length === question.not.length) return unchanged(alert);
  return changed(writeQuestion({ ...question, not }));
}

/** Whether a term can be offered to be left out: it is not yet, it fits, and it is not what the alert asks for. */
export function canLeaveOut(alert: AskedAlert, term: string): boolean {
  const { any, all, shows } = readQuestion([asQuestion(alert)]);
  const asked = [...any.flat(), ...all, ...shows].map(writeTerm);
  return !asked.some(isTerm(term)) && !isLeftOut(alert, term) && leaveOut(alert, term) !== null;
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
