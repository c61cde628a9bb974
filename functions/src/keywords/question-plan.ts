import { type Question, type QuestionTerm, readQuestion } from '../contract/index.ts';
import { HEAD_LETTERS, tokensOf } from './keyword-tokens.ts';

/**
 * Where a leaf is looked for: in each text of an episode, or in one of them alone. A `show` is all of the
 * podcast's name; only what is excluded can be one.
 */
type LeafField = 'any' | 'title' | 'podcast' | 'show' | 'said';

/** Words, as the index has them, that stand side by side in one text. At least one. */
export interface Leaf {
  words: readonly string[];
  /** Whether the last word is the beginning of one, of three letters or digits at least. */
  beginning: boolean;
  field: LeafField;
}

/**
 * What an episode must hold to be found: each leaf of `all`, for each list of `oneOf` the leaves of
 * at least one of its alternatives, and none of `not`. There is something in `all` or `oneOf`.
 */
export interface QuestionPlan {
  all: Leaf[];
  oneOf: Leaf[][][];
  not: Leaf[];
}

const FIELDS = { text: 'any', title: 'title', show: 'podcast', spoken: 'said' } as const;

/** How the question that keywords ask together is answered; null where it can find nothing. */
export function planQuestion(keywords: readonly string[]): QuestionPlan | null {
  return planOf(readQuestion(keywords));
}

function planOf({ any, all, not, shows }: Question): QuestionPlan | null {
  const required = all.flatMap(leavesOf);
  const excluded = not.flatMap(leavesOf);
  const alternatives = any.map((terms) => terms.flatMap(leavesOf)).filter(hasLeaves);
  const named = shows.flatMap(leavesOf).map((leaf) => [leaf]);

  const plan: QuestionPlan = { all: [], oneOf: [], not: distinct(excluded) };
  for (const choice of [alternatives, named].map(distinctAlternatives).filter(hasLeaves)) {
    const [only, ...others] = choice;
    if (only !== undefined && others.length === 0) plan.all.push(...only);
    else plan.oneOf.push(choice);
  }
  plan.all = distinct([...plan.all, ...required]);
  return hasLeaves(plan.all) || hasLeaves(plan.oneOf) ? plan : null;
}

/** None for a term without anything that the index takes for a word. */
function leavesOf({ text, field, beginning, whole }: QuestionTerm): Leaf[] {
  const words = tokensOf(text);
  const last = words.at(-1);
  if (last === undefined) return [];
  const isLong = Array.from(last).length >= HEAD_LETTERS;
  return [{ words, beginning: beginning && isLong, field: whole ? 'show' : FIELDS[field] }];
}

function hasLeaves(list: readonly unknown[]): boolean {
  return list.length > 0;
}

/** Whether a leaf is looked for in the transcript only. */
export function isSaid({ field }: Leaf): boolean {
  return field === 'said';
}

/** Whether a leaf can stand in a transcript. */
export function isSayable({ field }: Leaf): boolean {
  return field === 'said' || field === 'any';
}

/** Whether a leaf can stand in any text. */
export function isAnywhere({ field }: Leaf): boolean {
  return field === 'any';
}

/** The leaves that a question asks for, without those it excludes. */
export function wantedLeaves({ all, oneOf }: QuestionPlan): Leaf[] {
  return [...all, ...oneOf.flat(2)];
}

/** A leaf's whole words: the last one does not count if only its beginning is given. */
export function wholeWords({ words, beginning }: Leaf): readonly string[] {
  return beginning ? words.slice(0, -1) : words;
}

/** Which words are looked for and where; the same for leaves that stand in the same episodes. */
export function leafKey({ words, beginning, field }: Leaf): string {
  return `${PREFIXES[field]}"${words.join(' ')}"${beginning ? '*' : ''}`;
}

const PREFIXES = { any: '', title: 'title:', podcast: 'show:', show: '=show:', said: 'spoken:' };

function distinct(leaves: readonly Leaf[]): Leaf[] {
  if (leaves.length < 2) return [...leaves];
  return [...new Map(leaves.map((leaf) => [leafKey(leaf), leaf])).values()];
}

function distinctAlternatives(alternatives: readonly Leaf[][]): Leaf[][] {
  if (alternatives.length < 2) return alternatives.map(distinct);
  const keyed = alternatives.map((leaves) => {
    const each = distinct(leaves);
    return [each.map(leafKey).sort().join(' '), each] as const;
  });
  return [...new Map(keyed).values()];
}

/**
 * The phrases that are asked for in all texts, to be marked where they stand; with a star behind one
 * whose last word is the beginning of one.
 */
export function wantedPhrases(plan: QuestionPlan): string[] {
  return phrasesOf(wantedLeaves(plan).filter(isAnywhere));
}

/** The same for transcripts, with the phrases that are asked for there only. */
export function wantedSaid(plan: QuestionPlan): string[] {
  return phrasesOf(wantedLeaves(plan).filter(isSayable));
}

function phrasesOf(leaves: readonly Leaf[]): string[] {
  return [...new Set(leaves.map(leafPhrase))];
}

/** A leaf's words, with a star behind them if the last one is the beginning of one. */
export function leafPhrase({ words, beginning }: Leaf): string {
  return words.join(' ') + (beginning ? '*' : '');
}

/**
 * Phrases of which at least one stands in every episode that answers the question: the longest that is
 * required, or else of each alternative the longest. The beginning of a word counts as one.
 */
export function coveringPhrases({ all, oneOf }: QuestionPlan): string[] {
  const [choice = []] = all.length > 0 ? [[all]] : oneOf;
  const phrases = choice.map((leaves) => {
    const lengths = leaves.map(({ words }) => words.length);
    return leaves[lengths.indexOf(Math.max(...lengths))]?.words.join(' ') ?? '';
  });
  return [...new Set(phrases)];
}

/** The phrases of a question that asks for one of them, in any text, and for nothing else; else null. */
export function plainPhrases({ all, oneOf, not }: QuestionPlan): string[] | null {
  if (not.length > 0 || all.length + oneOf.length > 1) return null;
  const [choice = []] = [...all.map((leaf) => [[leaf]]), ...oneOf];
  const leaves = choice.flat();
  const isPlain = ({ field, beginning }: Leaf) => field === 'any' && !beginning;
  if (leaves.length > choice.length || !leaves.every(isPlain)) return null;
  return leaves.map(({ words }) => words.join(' '));
}
