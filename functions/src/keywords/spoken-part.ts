import { isSaid, type Leaf, type QuestionPlan } from './question-plan.ts';

/**
 * The question for an episode without a transcript: without leaves that can only be said. Null if
 * something must be said.
 */
export function writtenPart({ all, oneOf, not }: QuestionPlan): QuestionPlan | null {
  const choices = oneOf.map((alternatives) =>
    alternatives.filter((leaves) => !leaves.some(isSaid)),
  );
  if (all.some(isSaid) || choices.some(({ length }) => length === 0)) return null;
  return { all, oneOf: choices, not: not.filter((leaf) => !isSaid(leaf)) };
}

/**
 * Leaves, one of which is said in every episode that answers the question; none if written texts alone can
 * answer it.
 */
export function mustBeSaid({ all, oneOf }: QuestionPlan): Leaf[] {
  const choices = [...all.map((leaf) => [[leaf]]), ...oneOf];
  const said = choices.find((alternatives) => alternatives.every((leaves) => leaves.some(isSaid)));
  return (said ?? []).flatMap((leaves) => leaves.filter(isSaid).slice(0, 1));
}

/** Whether a question asks only that one of some phrases is said. */
export function isPlainlySaid({ all, oneOf, not }: QuestionPlan): boolean {
  if (not.length > 0 || all.length + oneOf.length !== 1) return false;
  const alternatives = [...all.map((leaf) => [leaf]), ...oneOf.flat()];
  return alternatives.every(([leaf, ...others]) => leaf && isSaid(leaf) && others.length === 0);
}
