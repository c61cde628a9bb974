import { type Question, usesLanguage } from './read-question.ts';
import { writeTerm } from './write-term.ts';

/** The question written as one keyword that reads as the same question; a single phrase has no quotes. */
export function writeQuestion({ any, all, not, shows }: Question): string {
  const bearing = [
    ...all.map((term) => `+${writeTerm(term)}`),
    ...not.map((term) => `-${writeTerm(term)}`),
    ...shows.map(writeTerm),
  ];
  const [only, ...others] = any.flat();
  if (only?.field === 'text' && others.length === 0 && bearing.length === 0) {
    if (!only.beginning && !usesLanguage(only.text)) return only.text;
  }
  const alternatives = any.map((terms) => terms.map(writeTerm).join(' AND ')).join(' OR ');
  return [...(any.length > 0 ? [alternatives] : []), ...bearing].join(' ');
}
