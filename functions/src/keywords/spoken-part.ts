import { isSaid, type Leaf, type QuestionPlan } from './question-plan.ts';

/**
 * What is left of a question where nothing is said that it asks for: what answers it is written, and
 * nothing is left out for being said. Null where something must be said.
 */
export function writtenPart({ all, oneOf, not }: QuestionPlan): QuestionPlan | null {
  const choices = oneOf.map((alternatives) =>
    alternatives.filter((leaves) => !leaves.some(isSaid)),
  );
  if (all.some(isSaid) || choices.some(({ length }) => length === 0)) return null;
  return { all, oneOf: choices, not: not.filter((leaf) => !isSaid(leaf)) };
}

/**
 * Leaves of which one is said in every episode that answers the question; none where what is written
 * can answer it, too.
 */
export function mustBeSaid({ all, oneOf }: QuestionPlan): Leaf[] {
  const choices = [...all.map((leaf) => [[leaf]]), ...oneOf];
  const said = choices.find((alternatives) => alternatives.every((leaves) => leaves.some(isSaid)));
  return (said ?? []).flatMap((leaves) => leaves.filter(isSaid).slice(0, 1));
}

/** Whether a question asks that one phrase of several, or of one, is said, and for nothing else. */
export function isPlainlySaid({ all, oneOf, not }: QuestionPlan): boolean {
  if (not.length > 0 || all.length + oneOf.length !== 1) return false;
  const alternatives = [...all.map((leaf) => [leaf]), ...oneOf.flat()];
  return alternatives.every(([leaf, ...others]) => leaf && isSaid(leaf) && others.length === 0);
}

/** A question without all that is looked for in what is said alone; there may be nothing in it. */
export function withoutSaid({ all, oneOf, not }: QuestionPlan): QuestionPlan {
  const unsaid = (leaves: readonly Leaf[]) => leaves.filter((leaf) => !isSaid(leaf));
  const choices = oneOf.map((alternatives) =>
    alternatives.map(unsaid).filter(({ length }) => length > 0),
  );
  return {
    all: unsaid(all),
    oneOf: choices.filter(({ length }) => length > 0),
    not: unsaid(not),
  };
}
