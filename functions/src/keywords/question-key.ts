import {
  type Leaf,
  leafKey,
  leafPhrase,
  plainPhrases,
  planQuestion,
  type QuestionPlan,
} from './question-plan.ts';

/**
 * The normal form of a question, equal for all that find the same episodes by the same words; empty
 * for one that finds nothing. Of a question for one phrase it is the phrase (`normaliseKeyword`). It
 * can be asked itself, and then has the same normal form.
 */
export function normaliseQuestion(keywords: readonly string[]): string {
  const plan = planQuestion(keywords);
  return plan === null ? '' : questionKey(plan);
}

const PART = /([+-]?)(title:|show:|spoken:)?(?:"([^"]*)"|(?<=-show:)([^ *]+))(\*?)( AND | OR |)/g;
const LEFT_OUT = / -(?:(?:title:|spoken:)?"|show:)/;
const FIELDS = new Map<string | undefined, Leaf['field']>([
  ['title:', 'title'],
  ['show:', 'podcast'],
  ['spoken:', 'said'],
]);

/** What a normal form asks for: as if it were typed, but without looking for words in it. */
export function planOfKey(normalised: string): QuestionPlan | null {
  if (normalised === '') return null;
  if (isPhrase(normalised)) {
    const leaf: Leaf = { words: normalised.split(' '), beginning: false, field: 'any' };
    return { all: [leaf], oneOf: [], not: [] };
  }
  const plan: QuestionPlan = { all: [], oneOf: [], not: [] };
  const alternatives: Leaf[][] = [];
  const shows: Leaf[][] = [];
  let isNext = true;
  for (const [, sign, name, quoted, part = '', star, behind] of normalised.matchAll(PART)) {
    const beginning = star === '*';
    const isName = sign === '-' && name === 'show:' && quoted !== undefined;
    const field = isName ? 'show' : (FIELDS.get(name) ?? 'any');
    const leaf: Leaf = { words: quoted?.split(' ') ?? part.split('-'), beginning, field };
    if (sign === '+') plan.all.push(leaf);
    else if (sign === '-') plan.not.push(leaf);
    else if (field === 'podcast') shows.push([leaf]);
    else {
      if (isNext) alternatives.push([leaf]);
      else alternatives.at(-1)?.push(leaf);
      isNext = behind !== ' AND ';
    }
  }
  plan.oneOf = [alternatives, shows].filter(({ length }) => length > 0);
  return plan;
}

/**
 * The normal form of what a question looks for, without what it leaves out. So it stays the same when
 * something is left out.
 */
export function lookedFor(normalised: string): string {
  if (!LEFT_OUT.test(normalised)) return normalised;
  const plan = planOfKey(normalised);
  return plan === null ? normalised : questionKey({ ...plan, not: [] });
}

/** Whether a normal form is that of a question for one phrase, or of nothing. */
export function isPhrase(normalised: string): boolean {
  return !normalised.includes('"');
}

/** The normal form of what a plan asks for. */
export function questionKey(plan: QuestionPlan): string {
  const [phrase, ...others] = plainPhrases(plan) ?? [];
  if (phrase !== undefined && others.length === 0) return phrase;
  return [
    ...plan.oneOf.map(choiceKey).sort(),
    ...plan.all.map((leaf) => `+${leafKey(leaf)}`).sort(),
    ...plan.not.map(excludedKey).sort(),
  ].join(' ');
}

/** As it is typed: an excluded show in quotes is a whole name. */
function excludedKey(leaf: Leaf): string {
  if (leaf.field === 'podcast') return `-show:${leafPhrase(leaf).replaceAll(' ', '-')}`;
  return `-${leafKey(leaf.field === 'show' ? { ...leaf, field: 'podcast' } : leaf)}`;
}

function choiceKey(alternatives: readonly (readonly Leaf[])[]): string {
  const keys = alternatives.map((leaves) => leaves.map(leafKey).sort().join(' AND ')).sort();
  return keys.join(alternatives[0]?.[0]?.field === 'podcast' ? ' ' : ' OR ');
}
