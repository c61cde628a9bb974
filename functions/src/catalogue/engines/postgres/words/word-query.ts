import { isAnywhere, type Leaf, type QuestionPlan } from '../../../../keywords/question-plan.ts';
import { gramOf, isCommon } from './common-grams.ts';
import { quoted } from './word-vector.ts';

/**
 * The `tsquery` for the episodes that answer a question, by words alone: a vector does not tell which
 * text a word stands in. What must stand in one of them need only stand somewhere; what must not is
 * not looked at. Of a question that asks for nothing in what is said alone (`writtenPart`).
 */
export function wordQuery({ all, oneOf, not }: QuestionPlan): string {
  const choices = oneOf.map((alternatives) => {
    const each = alternatives.map((leaves) => leaves.map(leafQuery).join(' & '));
    return `(${each.join(' | ')})`;
  });
  const excluded = not.filter(isAnywhere).map((leaf) => `!(${leafQuery(leaf)})`);
  return [...all.map(leafQuery), ...choices, ...excluded].join(' & ');
}

/** The `tsquery` for vectors in which at least one of the leaves stands; at least one. */
export function anyWordQuery(leaves: readonly Leaf[]): string {
  return leaves.map(leafQuery).join(' | ');
}

/** Whether a question is answered by nearly every episode, as far as its words tell. */
export function isCommonQuestion({ all, oneOf }: QuestionPlan): boolean {
  const isCommonLeaf = ({ words: [word = '', ...others], beginning, field }: Leaf) =>
    others.length === 0 && !beginning && field !== 'said' && isCommon(word);
  return (
    all.every(isCommonLeaf) &&
    oneOf.every((alternatives) => alternatives.some((leaves) => leaves.every(isCommonLeaf)))
  );
}

/**
 * The `tsquery` for a phrase. Two common words side by side are looked for as the one word they are
 * indexed as.
 */
export function leafQuery({ words, beginning }: Leaf): string {
  let query = '';
  let last = 0;
  let covered = false;
  words.forEach((word, at) => {
    const begins = (index: number) => beginning && index === words.length - 1;
    const gram = begins(at + 1) ? null : gramOf(word, words[at + 1]);
    if (gram !== null || !covered) {
      query += `${query === '' ? '' : ` <${at - last}> `}${quoted(gram ?? word)}${begins(at) ? ':*' : ''}`;
      last = at;
    }
    covered = gram !== null;
  });
  return query;
}
