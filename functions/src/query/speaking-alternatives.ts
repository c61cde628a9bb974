import { termKey } from './plan-key.ts';
import { type Choice, isSimple, type QueryPlan, type Term } from './query-plan.ts';
import { SPEAKER_FIELDS, type SpeakerField } from './speakers.ts';

/** Maps each `guest:` whose `by:` is an alternative, too, to its term, and that `by:` to null. */
export function speakingIn(alternatives: Choice): Map<QueryPlan, Term | null> {
  const of = (field: SpeakerField) =>
    alternatives.flatMap((plan) => {
      const [term, ...others] = plan.all;
      const isOne = isSimple(plan) && others.length === 0 && term?.field === field;
      return isOne ? [{ plan, term }] : [];
    });
  const found = new Map<QueryPlan, Term | null>();
  const [guests, makers] = SPEAKER_FIELDS.map(of);
  for (const { plan, term } of guests ?? []) {
    const key = termKey({ ...term, field: 'by' });
    const maker = makers?.find((each) => termKey(each.term) === key);
    if (maker === undefined) continue;
    found.set(plan, term);
    found.set(maker.plan, null);
  }
  return found;
}
