import { type AskedAlert, asQuestion } from './as-question.ts';
import { describeLeftOut, describeQuestion, nameQuestion } from './describe-question.ts';
import { readQuestion } from './read-question.ts';
import { writeQuestion } from './write-question.ts';

/** What is said of a question that asks for nothing, or says only what to leave out. */
export const NOTHING_ASKED =
  'There is nothing to look for in this. Add a word, a phrase or a show.';

/** What a person reads about an alert for which transcripts do not count. */
export const NOTES_ONLY = 'Notes only, not spoken words.';

/**
 * What an alert is called wherever a person reads of it: what it looks for, in plain words. What it leaves
 * out stands beside it ({@link besideName}).
 */
export function alertName({ keyword, language }: AskedAlert): string {
  return (language === 1 ? nameQuestion([keyword]) : null) ?? keyword;
}

/**
 * What stands beside an alert's name: "Without sponsor, outside Hard Fork. Notes only, not spoken words."
 * Null where the name says it all.
 */
export function besideName(alert: AskedAlert): string | null {
  const { keyword, language, spoken = true } = alert;
  const leftOut = language === 1 ? describeLeftOut([keyword]) : null;
  const sentences = [
    ...(isNothingAsked(alert)
      ? [NOTHING_ASKED]
      : leftOut === null
        ? []
        : [`${capitalised(leftOut)}.`]),
    ...(spoken ? [] : [NOTES_ONLY]),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

/**
 * An alert's name where what stands beside it is not read along, as that of a button is: "sam altman, without
 * sponsor, notes only".
 */
export function alertLabel(alert: AskedAlert): string {
  const { keyword, language, spoken = true } = alert;
  const leftOut = language === 1 && !isNothingAsked(alert) ? describeLeftOut([keyword]) : null;
  const beside = [...(leftOut === null ? [] : [leftOut]), ...(spoken ? [] : ['notes only'])];
  return [alertName(alert), ...beside].join(', ');
}

/** Whether an alert can find nothing: it says only what to leave out. */
export function isNothingAsked({ keyword, language }: AskedAlert): boolean {
  return language === 1 && nameQuestion([keyword]) === null;
}

/** Whether episodes "mention" what an alert is named by: words, or a phrase, wherever they stand. */
export function isMentioned({ keyword, language }: AskedAlert): boolean {
  if (language !== 1) return true;
  const { any, all, shows } = readQuestion([keyword]);
  const terms = [...any.flat(), ...all];
  const isPlain = terms.every(({ field, beginning }) => field === 'text' && !beginning);
  return terms.length === 1 && shows.length === 0 && isPlain;
}

/** The same for alerts that look for the same, whatever they leave out and whether transcripts count. */
export function lookedForKey(alert: AskedAlert): string {
  const question = readQuestion([asQuestion(alert)]);
  return writeQuestion({ ...question, not: [] })
    .replace(/\s+/g, ' ')
    .toLowerCase();
}

/**
 * What an alert watches, as plain sentences: "Episodes that mention openai, but not sponsor. Notes
 * only, not spoken words." Null where its keyword is words alone, which speak for themselves, and
 * spoken words count.
 */
export function describeAlert({ keyword, language, spoken = true }: AskedAlert): string | null {
  const sentences = [
    ...(language === 1 ? [questionSentence(keyword)] : []),
    ...(spoken ? [] : [NOTES_ONLY]),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

function questionSentence(keyword: string): string {
  const asked = describeQuestion([keyword]);
  return asked === null ? NOTHING_ASKED : `${capitalised(asked)}.`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
