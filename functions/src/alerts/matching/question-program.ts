import type { Leaf, QuestionPlan } from '../../keywords/question-plan.ts';

/**
 * Questions as one array of numbers. It is walked ten times as fast as objects, which matters with a
 * hundred thousand questions. A question is: the row in which it was last looked at, its place, and its
 * plan. The plan is the required leaves, the excluded leaves and the choices, each list with its length
 * before it.
 */
export interface QuestionProgram {
  /** Adds a question; answers with where it begins. */
  add(place: number, plan: QuestionPlan): number;
  /** The numbers, once all questions are there. */
  end(): Int32Array;
}

/** @param numberOf The number of a leaf. */
export function createQuestionProgram(numberOf: (leaf: Leaf) => number): QuestionProgram {
  const numbers: number[] = [];
  const addLeaves = (leaves: readonly Leaf[]) => {
    numbers.push(leaves.length);
    for (const leaf of leaves) numbers.push(numberOf(leaf));
  };
  return {
    add(place, { all, oneOf, not }) {
      const start = numbers.length;
      numbers.push(0, place);
      addLeaves(all);
      addLeaves(not);
      numbers.push(oneOf.length);
      for (const choice of oneOf) {
        numbers.push(choice.length);
        for (const leaves of choice) addLeaves(leaves);
      }
      return start;
    },
    end: () => Int32Array.from(numbers),
  };
}

/**
 * The place of the question that begins at `start`, if the row answers it; -1 if it does not, or if it was
 * looked at in this row already.
 * @param mentionedIn By leaf: the row in which it was last found.
 * @param row The number of the row, from 1.
 */
export function placeIfAnswered(
  program: Int32Array,
  start: number,
  mentionedIn: Int32Array,
  row: number,
): number {
  if (program[start] === row) return -1;
  program[start] = row;
  let at = start + 2;
  for (let left = program[at++] ?? 0; left > 0; left -= 1) {
    if (mentionedIn[program[at++] ?? 0] !== row) return -1;
  }
  for (let left = program[at++] ?? 0; left > 0; left -= 1) {
    if (mentionedIn[program[at++] ?? 0] === row) return -1;
  }
  for (let choices = program[at++] ?? 0; choices > 0; choices -= 1) {
    let isOne = false;
    for (let alternatives = program[at++] ?? 0; alternatives > 0; alternatives -= 1) {
      let isAll = true;
      for (let left = program[at++] ?? 0; left > 0; left -= 1) {
        if (mentionedIn[program[at++] ?? 0] !== row) isAll = false;
      }
      isOne ||= isAll;
    }
    if (!isOne) return -1;
  }
  return program[start + 1] ?? -1;
}
