import { readQuestion } from './read-question.ts';
import { writeTerm } from './write-term.ts';

/**
 * The keywords of the alerts that together tell what a search for these keywords finds: one for each
 * alternative, and what bears on all of them with every one. Keywords that are words alone stay as they
 * are; none is left of a search that can find nothing.
 */
export function alertKeywords(keywords: readonly string[]): string[] {
  const { all, not, shows } = readQuestion(keywords);
  const bearing = [
    ...all.map((term) => `+${writeTerm(term)}`),
    ...not.map((term) => `-${writeTerm(term)}`),
    ...shows.map(writeTerm),
  ];
  if (bearing.length === 0) return [...keywords];
  const alternatives = keywords.flatMap((keyword) => {
    const { any } = readQuestion([keyword]);
    return any.length === 0
      ? []
      : any.map((terms) => terms.map(writeTerm).join(' AND ')).join(' OR ');
  });
  if (alternatives.length > 0) return alternatives.map((each) => [each, ...bearing].join(' '));
  return all.length + shows.length > 0 ? [bearing.join(' ')] : [];
}
