import type { NewAlert } from '../people/alert.ts';
import { usesLanguage } from './read-question.ts';

/** What an alert asks for: its keyword, the language it is written in, and whether transcripts count. */
export type AskedAlert = Pick<NewAlert, 'keyword'> & {
  language?: number | undefined;
  spoken?: boolean | undefined;
};

/**
 * The question that finds what an alert reports. A keyword from before the language is words side by side,
 * whatever signs it holds: it becomes a phrase.
 */
export function asQuestion({ keyword, language }: AskedAlert): string {
  return language === 1 || !usesLanguage(keyword)
    ? keyword
    : `"${keyword.replace(/["“”„*]/g, ' ')}"`;
}
