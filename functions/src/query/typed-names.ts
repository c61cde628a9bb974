import { type AlertQuery, queryOfAlert } from './alert-query.ts';
import type { Match } from './phrase-finder.ts';
import { planQuery } from './plan-query.ts';
import { isAnywhere, soughtTerms, type Term } from './query-plan.ts';

const CAPITAL = /\p{Lu}/u;
const MAY_BE_NAME = /\p{Lu}|name:/u;
const BEGINS_WITH_CAPITAL = /^\P{L}*\p{Lu}/u;

/** True if all words of a query were typed as names are, with a capital: "Target", not "target". */
export function areNames(wanted: readonly Term[]): boolean {
  const terms = wanted.filter(isAnywhere);
  return (
    terms.length > 0 &&
    terms.every(({ field, text }) => field === 'name' || BEGINS_WITH_CAPITAL.test(text))
  );
}

const known = new WeakMap<AlertQuery, boolean>();

export function isAlertForNames(alert: AlertQuery): boolean {
  if (!MAY_BE_NAME.test(alert.keyword)) return false;
  let areNamed = known.get(alert);
  if (areNamed === undefined) {
    const plan = planQuery([queryOfAlert(alert)]);
    areNamed = plan !== null && areNames(soughtTerms(plan));
    known.set(alert, areNamed);
  }
  return areNamed;
}

/** True if the text has a capital there: a name typed with a capital does not mean a word in lower case. */
export function isNamedAt(text: string, { start, end }: Match): boolean {
  return CAPITAL.test(text.slice(start, end));
}
