import { readQuestion } from './read-question.ts';
import { writeQuestion } from './write-question.ts';

/**
 * The keywords of the alerts that together tell what a search for these keywords finds: one for each
 * alternative, and what bears on all of them with every one. Keywords that are words alone stay as they
 * are; none is left of a search that can find nothing.
 */
export function alertKeywords(keywords: readonly string[]): string[] {
  const question = readQuestion(keywords);
  const { all, not, shows } = question;
  if (all.length + not.length + shows.length === 0) return [...keywords];
  const alternatives = keywords.flatMap((keyword) => {
    const { any } = readQuestion([keyword]);
    return any.length === 0 ? [] : [writeQuestion({ ...question, any })];
  });
  if (alternatives.length > 0) return alternatives;
  return all.length + shows.length > 0 ? [writeQuestion(question)] : [];
}
