import {
  type Leaf,
  leafKey,
  plainPhrases,
  planQuestion,
  type QuestionPlan,
} from './question-plan.ts';

/**
 * The normal form of a question, equal for all that find the same episodes by the same words; empty
 * for one that finds nothing. Of a question for one phrase it is the phrase (`normaliseKeyword`). It
 * can be asked itself, and then has the same normal form.
 */
export function normaliseQuestion(keywords: readonly string[]): string {
  const plan = planQuestion(keywords);
  return plan === null ? '' : questionKey(plan);
}

function questionKey(plan: QuestionPlan): string {
  const [phrase, ...others] = plainPhrases(plan) ?? [];
  if (phrase !== undefined && others.length === 0) return phrase;
  return [
    ...plan.oneOf.map(choiceKey).sort(),
    ...plan.all.map((leaf) => `+${leafKey(leaf)}`).sort(),
    ...plan.not.map((leaf) => `-${leafKey(leaf)}`).sort(),
  ].join(' ');
}

function choiceKey(alternatives: readonly (readonly Leaf[])[]): string {
  const keys = alternatives.map((leaves) => leaves.map(leafKey).sort().join(' AND ')).sort();
  return keys.join(alternatives[0]?.[0]?.field === 'podcast' ? ' ' : ' OR ');
}
