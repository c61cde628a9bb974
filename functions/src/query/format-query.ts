import {
  hasQuerySyntax,
  isGroup,
  type ParsedQuery,
  type QueryPart,
  type QueryTerm,
} from './parse-query.ts';
import { factName } from './facts.ts';
import {
  fieldOf,
  fieldSign,
  FILTERS,
  isFilter,
  isNameFilter,
  isOfSpeakers,
  onlyNarrows,
} from './fields.ts';
import { languageCode } from './language.ts';
import { choiceOf, freeFilters } from './plan-key.ts';
import { planQuery } from './plan-query.ts';
import {
  type Choice,
  isSimple,
  isTranscriptQuery,
  NO_QUERY,
  type QueryPlan,
  type Term,
  wantedTerms,
} from './query-plan.ts';
import { withoutQuotes } from './query-signs.ts';
import { speakingIn } from './speaking-alternatives.ts';
import { unknownFields } from './unknown-fields.ts';
import { hasWord } from './query-words.ts';

const PLAIN = /^(?!(?:AND|OR|NOT)$)[\p{L}\p{N}][^\s:*()|]*$/u;

/** A filter value that needs no quotes: in an excluded filter, quotes would require the whole text to match. */
const PLAIN_NAME = /^(?![+-])\S+$/;
/** Signs that would end the word of such a value. */
const ENDS_NAME = /[)|]/g;

/** A final star that would turn the word into a prefix. */
const LAST_STAR = /(?<=(?:[\p{L}\p{N}]\p{M}*){3})\*$/u;

/** Formats a term without `+` and `-`, such as `openai`, `"sam altman"`, `show:"Hard Fork"` or `crypto*`. */
export function formatTerm({ text, field, beginning, whole }: QueryTerm): string {
  const words = withoutQuotes(text, ' ').trim().replace(LAST_STAR, '');
  const isPlain = !whole && (PLAIN.test(words) || (isFilter({ field }) && isPlainName(words)));
  const value = isPlain ? words.replace(ENDS_NAME, ';') : `"${words}"`;
  return `${fieldSign(field)}${value}${beginning ? '*' : ''}`;
}

function isPlainName(words: string): boolean {
  return PLAIN_NAME.test(words) && hasWord(words);
}

/** Like {@link formatTerm}; a group is in brackets. */
export function formatPart(part: QueryPart): string {
  return isGroup(part) ? `(${formatParts(part.group, formatPart)})` : formatTerm(part);
}

/** Outside brackets, a filter among other parts would apply to the whole query. */
function formatOuter(part: QueryPart): string {
  return isGroup(part) || !isFilter(part) ? formatPart(part) : `(${formatTerm(part)})`;
}

/** Returns a keyword that parses to the same query; a single phrase has no quotes. */
export function formatQuery(query: ParsedQuery): string {
  const { any, all, not, filters } = query;
  const [only, ...others] = any.flat();
  const isOnly = others.length + all.length + not.length + filters.length === 0;
  if (only !== undefined && isOnly && !isGroup(only) && only.field === 'text') {
    if (!only.beginning && !hasQuerySyntax(only.text)) return only.text;
  }
  return formatParts(query, formatOuter);
}

function formatParts(
  { any, all, not, filters }: ParsedQuery,
  formatWanted: (part: QueryPart) => string,
): string {
  const alternatives = any.map((parts) => parts.map(formatWanted).join(' AND ')).join(' OR ');
  return [
    ...(any.length > 0 ? [alternatives] : []),
    ...all.map((part) => `+${formatPart(part)}`),
    ...not.map((part) => `-${formatPart(part)}`),
    ...filters.map(formatTerm),
  ].join(' ');
}

/** A term is quoted if it contains a word or sign of the sentences that {@link describeQuery} writes. */
const NEEDS_QUOTES = /\b(and|as|or|but|in|with|outside|without|speaking|least)\b|[,()]/i;

// British English has no comma before "or".
const and = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const or = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/**
 * For example, "episodes that mention OpenAI, but not sponsor"; null if nothing can match. Says what the plan does: a
 * sentence has one plan.
 */
export function describeQuery(keywords: readonly string[]): string | null {
  const plan = planQuery(keywords);
  if (plan === null) return null;
  const { words, filters } = partsOf(plan);
  const wanted = wantedText(words);
  const { excluded, outside } = excludedOf(plan);
  const isSaid = isTranscriptQuery(words);
  const isMentioned = !wantedTerms(words).every(isOfSpeakers);
  const said = () =>
    or.format(wantedTerms(words).map((term) => nameOf({ ...term, field: 'text' })));
  const parts = [
    isSaid
      ? `episodes in which ${said()} is said`
      : wanted === ''
        ? filterTexts(filters, 'allOf').join(', ')
        : `episodes ${isMentioned ? 'that mention' : 'with'} ${wanted}`,
  ];
  if (excluded.length > 0) {
    const isMention = wanted !== '' && !isSaid;
    parts.push(`but not ${isMention ? '' : 'those that mention '}${or.format(excluded)}`);
  }
  const narrowed = wanted ? filters : filters.filter(onlyNarrows);
  parts.push(...filterTexts(narrowed, 'in'), ...outside);
  const unknown = new Set(keywords.flatMap(unknownFields));
  const notes = Array.from(unknown, (name) => `“${name}:” is no sign, but a word`);
  return [parts.join(', '), ...notes].join('; ');
}

/** For example, "AI in the title, in Hard Fork"; null if nothing can match. */
export function nameQuery(keywords: readonly string[]): string | null {
  const plan = planQuery(keywords);
  if (plan === null) return null;
  const { words, filters } = partsOf(plan);
  const [only, ...others] = [...wantedTerms(words), ...filters];
  if (only?.field === 'text' && others.length === 0 && isSimple(words)) {
    return withoutQuotes(only.text) + endingOf(only);
  }
  const wanted = wantedText(words);
  const sought = wanted === '' ? filterTexts(filters, 'allOf') : [wanted];
  const narrowed = wanted === '' ? filters.filter(onlyNarrows) : filters;
  return [...sought, ...filterTexts(narrowed, 'in', NAMED_WORDS)].join(', ');
}

/** For example, "without sponsor, outside Hard Fork"; null without excluded terms. */
export function describeExcluded(keywords: readonly string[]): string | null {
  const plan = planQuery(keywords);
  if (plan === null) return null;
  const { excluded, outside } = excludedOf(plan);
  const parts = [...(excluded.length > 0 ? [`without ${or.format(excluded)}`] : []), ...outside];
  return parts.length === 0 ? null : parts.join(', ');
}

interface PlanParts {
  words: QueryPlan;
  filters: readonly Term[];
}

/** Separates what is mentioned from the filters, of which one of each field must match. */
function partsOf(plan: QueryPlan): PlanParts {
  const isFree = freeFilters(plan);
  const isFilterOf = (term: Term) => isFree(choiceOf(term));
  const { all, oneOf } = plan;
  return {
    words: {
      ...NO_QUERY,
      all: all.filter((term) => !isFilterOf(term)),
      oneOf: oneOf.filter((choice) => !isFree(choice)),
    },
    filters: [
      ...all.filter(isFilterOf),
      ...oneOf.filter(isFree).flatMap((choice) => choice.flatMap((each) => each.all)),
    ],
  };
}

function wantedText({ all, oneOf }: QueryPlan): string {
  const names = all.map(innerName);
  const [choice, ...others] = oneOf;
  if (choice === undefined || others.length > 0) {
    return and.format([...oneOf.map((each) => `(${choiceText(each)})`), ...names]);
  }
  return names.length === 0
    ? choiceText(choice)
    : `${choiceText(choice)}, and also ${and.format(names)}`;
}

function choiceText(alternatives: Choice): string {
  const texts = alternativeTexts(alternatives);
  const words = texts.map(({ text }) => text);
  return texts.some(({ isPair }) => isPair) ? words.join(', or ') : or.format(words);
}

/** `isPair` is true for a list of terms, which a comma must separate from the next alternative. */
function alternativeTexts(alternatives: Choice): { text: string; isPair?: true }[] {
  const speaking = speakingIn(alternatives);
  return alternatives
    .filter((plan) => speaking.get(plan) !== null)
    .map((plan) => {
      const [term] = plan.all;
      if (!isSimple(plan) || term === undefined) return { text: `(${innerText(plan)})` };
      const speaker = speaking.get(plan);
      if (speaker) return { text: nameOf({ ...speaker, field: 'text' }) + SPEAKING };
      if (plan.all.length === 1) return { text: innerName(term) };
      if (plan.all.some(isFilter)) return { text: `(${innerText(plan)})` };
      return { text: and.format(plan.all.map(nameOf)), isPair: true };
    });
}

const SPEAKING = ' speaking';

/** For example, "openai and funding, but not sponsor, in Hard Fork". */
function innerText(plan: QueryPlan): string {
  const { words, filters } = partsOf(plan);
  const wanted = wantedText(words);
  const { excluded, outside } = excludedOf(plan);
  return [
    ...(wanted === '' ? [] : [wanted]),
    ...filterTexts(filters, 'in'),
    ...(excluded.length === 0 ? [] : [`but not ${or.format(excluded)}`]),
    ...outside,
  ].join(', ');
}

function excludedOf({ not, without }: QueryPlan): { excluded: string[]; outside: string[] } {
  const filters = not.filter(isFilter);
  return {
    excluded: [
      ...alternativeTexts(not.filter((term) => !isFilter(term)).flatMap(choiceOf)).map(
        ({ text }) => text,
      ),
      ...without.map((plan) => `(${innerText(plan)})`),
    ],
    outside: [
      ...filterTexts(
        filters.filter((term) => term.whole === true || onlyNarrows(term)),
        'outside',
      ),
      ...filterTexts(
        filters.filter((term) => term.whole !== true),
        'outsideAny',
      ),
    ],
  };
}

type FilterWording = 'in' | 'allOf' | 'outside' | 'outsideAny';

/** Max words of `with:` in the name of an alert. */
const NAMED_WORDS = 2;

function filterTexts(terms: readonly Term[], how: FilterWording, most = Infinity): string[] {
  return FILTERS.flatMap((name) => {
    const names = terms.filter(({ field }) => field === name).map(nameOf);
    const words = fieldOf(name).filter?.[how] ?? null;
    if (names.length === 0 || words === null) return [];
    const isCut = name === 'with' && names.length > most;
    if (isCut) return [words(`${names.slice(0, most).join(', ')} …`, 1)];
    return [words(or.format(names), names.length)];
  });
}

/** Names a filter that is a term among others, as within brackets. */
function innerName(term: Term): string {
  const [filter] = isFilter(term) ? filterTexts([term], 'in') : [];
  return filter === undefined ? nameOf(term) : `(${filter})`;
}

function nameOf(term: Term): string {
  const value = factName(term.field, term.text);
  if (value !== null) return value;
  const plain = withoutQuotes(term.text);
  const needsQuotes =
    NEEDS_QUOTES.test(plain) || (isNameFilter(term) && languageCode(plain) !== null);
  const name = needsQuotes ? `“${plain}”` : plain;
  return name + endingOf(term) + fieldOf(term.field).sentence;
}

function endingOf({ beginning }: Term): string {
  return beginning ? ' with any ending' : '';
}
