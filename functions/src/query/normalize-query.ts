import {
  type Term,
  termKey,
  termPhrase,
  plainPhrases,
  planQuery,
  type QueryPlan,
} from './plan-query.ts';

/**
 * The normal form of a query, equal for all that find the same episodes by the same words; empty
 * for one that finds nothing. Of a query for one phrase it is the phrase (`normalizeKeyword`). It
 * can be asked itself, and then has the same normal form.
 */
export function normalizeQuery(keywords: readonly string[]): string {
  const plan = planQuery(keywords);
  return plan === null ? '' : queryKey(plan);
}

const PART = /([+-]?)(title:|show:|spoken:)?(?:"([^"]*)"|(?<=-show:)([^ *]+))(\*?)( AND | OR |)/g;
const EXCLUDED = / -(?:(?:title:|spoken:)?"|show:)/;
const FIELDS = new Map<string | undefined, Term['field']>([
  ['title:', 'title'],
  ['show:', 'podcast'],
  ['spoken:', 'said'],
]);

/** What a normal form asks for: as if it were typed, but without looking for words in it. */
export function planOfKey(normalized: string): QueryPlan | null {
  if (normalized === '') return null;
  if (isPhrase(normalized)) {
    const term: Term = { words: normalized.split(' '), beginning: false, field: 'any' };
    return { all: [term], oneOf: [], not: [] };
  }
  const plan: QueryPlan = { all: [], oneOf: [], not: [] };
  const alternatives: Term[][] = [];
  const shows: Term[][] = [];
  let isNext = true;
  for (const [, sign, name, quoted, part = '', star, behind] of normalized.matchAll(PART)) {
    const beginning = star === '*';
    const isName = sign === '-' && name === 'show:' && quoted !== undefined;
    const field = isName ? 'show' : (FIELDS.get(name) ?? 'any');
    const term: Term = { words: quoted?.split(' ') ?? part.split('-'), beginning, field };
    if (sign === '+') plan.all.push(term);
    else if (sign === '-') plan.not.push(term);
    else if (field === 'podcast') shows.push([term]);
    else {
      if (isNext) alternatives.push([term]);
      else alternatives.at(-1)?.push(term);
      isNext = behind !== ' AND ';
    }
  }
  plan.oneOf = [alternatives, shows].filter(({ length }) => length > 0);
  return plan;
}

/**
 * The normal form of what a query looks for, without what it leaves out. So it stays the same when
 * something is left out.
 */
export function wantedPart(normalized: string): string {
  if (!EXCLUDED.test(normalized)) return normalized;
  const plan = planOfKey(normalized);
  return plan === null ? normalized : queryKey({ ...plan, not: [] });
}

/** Whether a normal form is that of a query for one phrase, or of nothing. */
export function isPhrase(normalized: string): boolean {
  return !normalized.includes('"');
}

/** The normal form of what a plan asks for. */
export function queryKey(plan: QueryPlan): string {
  const [phrase, ...others] = plainPhrases(plan) ?? [];
  if (phrase !== undefined && others.length === 0) return phrase;
  return [
    ...plan.oneOf.map(choiceKey).sort(),
    ...plan.all.map((term) => `+${termKey(term)}`).sort(),
    ...plan.not.map(excludedKey).sort(),
  ].join(' ');
}

/** As it is typed: an excluded show in quotes is a whole name. */
function excludedKey(term: Term): string {
  if (term.field === 'podcast') return `-show:${termPhrase(term).replaceAll(' ', '-')}`;
  return `-${termKey(term.field === 'show' ? { ...term, field: 'podcast' } : term)}`;
}

function choiceKey(alternatives: readonly (readonly Term[])[]): string {
  const keys = alternatives.map((terms) => terms.map(termKey).sort().join(' AND ')).sort();
  return keys.join(alternatives[0]?.[0]?.field === 'podcast' ? ' ' : ' OR ');
}
