import { isFact, isFilter } from './fields.ts';
import { choiceOf } from './plan-key.ts';
import { isAnywhere, isSimple, type QueryPlan, soughtTerms, type Term } from './query-plan.ts';

/**
 * Returns the terms of which an alert needs one outside the names of the show and its publisher. Null if the query asks
 * for a show, so that its name is enough.
 */
export function neededTerms(plan: QueryPlan): Term[] | null {
  const terms = soughtTerms(plan).filter((term) => !isFact(term));
  return terms.some(isFilter) ? null : terms;
}

/** The plan of an alert: without episodes of which only the name of the show or its publisher matches. */
export function alertPlan(plan: QueryPlan): QueryPlan {
  const needed = neededTerms(plan);
  if (needed === null || plan.all.some((term) => needed.includes(term) && !isAnywhere(term))) {
    return plan;
  }
  const [only, ...others] = needed;
  // A plan of one term stays one, which engines answer faster.
  if (others.length === 0 && only !== undefined && plan.all.includes(only)) {
    return { ...plan, all: plan.all.map((term) => (term === only ? outsideNames(term) : term)) };
  }
  const words = plan.oneOf.find((choice) => choice.every((each) => isTermOf(needed, each)));
  if (words?.length === needed.length) {
    const choice = words.map((each) => ({ ...each, all: each.all.map(outsideNames) }));
    return { ...plan, oneOf: plan.oneOf.map((each) => (each === words ? choice : each)) };
  }
  return { ...plan, oneOf: [...plan.oneOf, needed.map(outsideNames).flatMap(choiceOf)] };
}

function isTermOf(terms: readonly Term[], plan: QueryPlan): boolean {
  const [term, ...others] = plan.all;
  return isSimple(plan) && others.length === 0 && term !== undefined && terms.includes(term);
}

function outsideNames(term: Term): Term {
  return isAnywhere(term) ? { ...term, outsideNames: true } : term;
}
