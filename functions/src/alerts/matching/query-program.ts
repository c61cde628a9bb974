import type { Term, QueryPlan } from '../../query/plan-query.ts';

/**
 * Queries as one array of numbers. It is walked ten times as fast as objects, which matters with a
 * hundred thousand queries. A query is: the row in which it was last looked at, its place, and its
 * plan. The plan is the required terms, the excluded terms and the choices, each list with its length
 * before it.
 */
export interface QueryProgram {
  /** Adds a query; answers with where it begins. */
  add(place: number, plan: QueryPlan): number;
  /** The numbers, once all queries are there. */
  end(): Int32Array;
}

/** @param numberOf The number of a term. */
export function createQueryProgram(numberOf: (term: Term) => number): QueryProgram {
  const numbers: number[] = [];
  const addTerms = (terms: readonly Term[]) => {
    numbers.push(terms.length);
    for (const term of terms) numbers.push(numberOf(term));
  };
  return {
    add(place, { all, oneOf, not }) {
      const start = numbers.length;
      numbers.push(0, place);
      addTerms(all);
      addTerms(not);
      numbers.push(oneOf.length);
      for (const choice of oneOf) {
        numbers.push(choice.length);
        for (const terms of choice) addTerms(terms);
      }
      return start;
    },
    end: () => Int32Array.from(numbers),
  };
}

/**
 * The place of the query that begins at `start`, if the row answers it; -1 if it does not, or if it was
 * looked at in this row already.
 * @param mentionedIn By term: the row in which it was last found.
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
