import type { QueryPlan, Term } from '../../query/query-plan.ts';

/** SQL condition that is true if the plan matches; `conditionOf` makes that of one term. */
export function planCondition(
  { all, oneOf, not, without }: QueryPlan,
  conditionOf: (term: Term) => string,
): string {
  const inner = (plan: QueryPlan) => `(${planCondition(plan, conditionOf)})`;
  return [
    ...all.map(conditionOf),
    ...oneOf.map((alternatives) => `(${alternatives.map(inner).join(' OR ')})`),
    ...[...not.map(conditionOf), ...without.map(inner)].map((excluded) => `NOT ${excluded}`),
  ].join(' AND ');
}
